"""Streaming kernel PCA: models of skpca in Python.

`load` reads a model file with numpy alone. `StreamingKernelPCA` is a scikit-learn estimator that learns in a Java process; scikit-learn is imported when
it is asked for.
"""

from ._model import Model, load
from .errors import ModelFileError

__version__ = "0.1.0.dev0"
# Without the estimator: importing all names must not need scikit-learn.
__all__ = ["Model", "ModelFileError", "load"]


def __getattr__(name):
    if name == "StreamingKernelPCA":
        from .estimator import StreamingKernelPCA

        return StreamingKernelPCA
    raise AttributeError(f"module 'skpca' has no attribute {name!r}")


def __dir__():
    return sorted([*__all__, "StreamingKernelPCA", "__version__"])
