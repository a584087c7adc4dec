"""Prints the largest deviation of each output from the Java library, over all cases of the tests."""

import tempfile

import numpy as np

import reference

KINKS = ("laplacian", "matern12")


def main():
    with tempfile.TemporaryDirectory() as folder:
        cases = [reference.Case(folder, name) for name in reference.make(folder)]
        print(f"{len(cases)} models")
        show("transform", cases, lambda case: case.transform())
        show("score", cases, lambda case: case.score())
        show("score of rows far away", cases, lambda case: case.far_score())
        counted = [case for case in cases if case.has("pvalues")]
        show("p_value, in ranks", counted, lambda case: case.p_value())
        print(f"{'p_value, share that is the same':50s} {np.mean([case.same_p_values() for case in counted]):.3f}")
        show("p_value, extrapolated", counted, lambda case: case.extrapolated())
        show("score_parts", [case for case in cases if case.has("parts")], lambda case: case.score_parts())
        show("contributions", cases, lambda case: case.contributions())
        smooth = [case for case in cases if case.model.kernel not in KINKS]
        for what, some in (("smooth kernels", smooth), ("kernels with kinks", [c for c in cases if c not in smooth])):
            for name in ("reconstruct", "inverse_transform"):
                same = np.mean([getattr(case, name)()[0] for case in some])
                print(f"{name + ', ' + what + ', same rows':50s} {same:.3f}")
                show(f"{name}, {what}, error", some, lambda case: getattr(case, name)()[1])


def show(output, cases, measure):
    found = [(measure(case), case.name) for case in cases]
    largest, name = max(found)
    print(f"{output:50s} {largest:.1e}  {name}")


if __name__ == "__main__":
    main()
