"""The same numbers as the Java library, for every map, method, kernel and option."""

import tempfile
import unittest

import reference


class ParityTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        names = reference.make(cls.folder.name)
        cls.cases = [reference.Case(cls.folder.name, name) for name in names]

    def each(self, check, output=None):
        cases = [case for case in self.cases if output is None or case.has(output)]
        self.assertTrue(cases)
        for case in cases:
            with self.subTest(case.name):
                check(case)

    def test_every_map_method_and_kernel_is_there(self):
        found = {(case.model.map, case.model.method) for case in self.cases}
        maps = {(kind, "skpca") for kind in ("fourier", "paired", "orthogonal", "structured", "landmarks")}
        self.assertLessEqual(maps | {("paired", "rnca"), ("landmarks", "nystrom"), ("landmarks", "exact")}, found)
        self.assertEqual(10, len({case.model.kernel for case in self.cases}))

    def test_loadings(self):
        self.each(lambda case: self.assertLess(case.transform(), 1e-5))

    def test_rounding_that_weak_directions_multiply_is_repeated(self):
        cases = [case for case in self.cases if case.name.startswith("flat-")]
        self.assertEqual(["flat-novelty", "flat-subspace"], [case.name for case in cases])
        for case in cases:
            with self.subTest(case.name):
                self.assertEqual(0, case.transform())

    def test_scores(self):
        self.each(lambda case: self.assertLess(case.score(), 1e-5))
        self.each(lambda case: self.assertLess(case.far_score(), 1e-5))

    def test_p_values_differ_by_a_few_ranks_at_most(self):
        # A score that rounding puts on the other side of one of the sample has another rank.
        self.each(lambda case: self.assertLessEqual(case.p_value(), 4), "pvalues")
        self.each(lambda case: self.assertGreater(case.same_p_values(), 0.8), "pvalues")
        self.each(lambda case: self.assertLess(case.extrapolated(), 0.05), "estimates")

    def test_parts_of_scores(self):
        # T^2 divides by the scatter of weak directions, and so multiplies rounding.
        self.each(lambda case: self.assertLess(case.score_parts(), 1e-4), "parts")

    def test_contributions(self):
        self.each(lambda case: self.assertLess(case.contributions(), 1e-3))

    def test_reconstructions(self):
        def check(case):
            # Where the distance has kinks a search ends anywhere near its minimum, and where it is flat at any of several rows.
            has_kinks = case.model.kernel in ("laplacian", "matern12")
            for same, errors in (case.reconstruct(), case.inverse_transform()):
                self.assertLess(errors, 0.05 if has_kinks else 1e-5)
                self.assertGreaterEqual(same, 0.2 if has_kinks else 0.7)

        self.each(check)


if __name__ == "__main__":
    unittest.main()
