package io.github.skpca.io;

import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.Optional;

/** A type of numbers in an NPY array. Whole numbers beyond 2^53 are rounded to the nearest double. */
enum NpyType {
    F8(8) {
        @Override
        double at(ByteBuffer bytes, int place) {
            return bytes.getDouble(place);
        }
    },
    F4(4) {
        @Override
        double at(ByteBuffer bytes, int place) {
            return bytes.getFloat(place);
        }
    },
    F2(2) {
        @Override
        double at(ByteBuffer bytes, int place) {
            return half(bytes.getShort(place));
        }
    },
    I1(1) {
        @Override
        double at(ByteBuffer bytes, int place) {
            return bytes.get(place);
        }
    },
    U1(1) {
        @Override
        double at(ByteBuffer bytes, int place) {
            return bytes.get(place) & 0xff;
        }
    },
    B1(1) {
        @Override
        double at(ByteBuffer bytes, int place) {
            return bytes.get(place) == 0 ? 0 : 1;
        }
    },
    I2(2) {
        @Override
        double at(ByteBuffer bytes, int place) {
            return bytes.getShort(place);
        }
    },
    U2(2) {
        @Override
        double at(ByteBuffer bytes, int place) {
            return bytes.getShort(place) & 0xffff;
        }
    },
    I4(4) {
        @Override
        double at(ByteBuffer bytes, int place) {
            return bytes.getInt(place);
        }
    },
    U4(4) {
        @Override
        double at(ByteBuffer bytes, int place) {
            return bytes.getInt(place) & 0xffffffffL;
        }
    },
    I8(8) {
        @Override
        double at(ByteBuffer bytes, int place) {
            return bytes.getLong(place);
        }
    },
    U8(8) {
        @Override
        double at(ByteBuffer bytes, int place) {
            long bits = bytes.getLong(place);
            // Half of it, with the bit that is lost kept as a sign of more, is rounded as the whole would be.
            return bits >= 0 ? bits : 2.0 * (double) ((bits >>> 1) | (bits & 1));
        }
    };

    private final int bytes;

    NpyType(int bytes) {
        this.bytes = bytes;
    }

    /** The number that begins at a byte. */
    abstract double at(ByteBuffer bytes, int place);

    int bytes() {
        return bytes;
    }

    /** The type of a code such as {@code f8}, without its byte order. */
    static Optional<NpyType> ofCode(String code) {
        for (NpyType type : values()) {
            if (type.name().toLowerCase(Locale.ROOT).equals(code)) {
                return Optional.of(type);
            }
        }
        return Optional.empty();
    }

    /** A number of half precision: 1 bit of sign, 5 of exponent, 10 of fraction. */
    private static double half(short bits) {
        int exponent = bits >> 10 & 0x1f;
        int fraction = bits & 0x3ff;
        double size = exponent == 0
                ? fraction * 0x1p-24
                : exponent == 31
                        ? (fraction == 0 ? Double.POSITIVE_INFINITY : Double.NaN)
                        : Math.scalb(1 + fraction * 0x1p-10, exponent - 15);
        return bits < 0 ? -size : size;
    }
}
