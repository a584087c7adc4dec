package io.github.skpca.internal.text;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Numbers as text that reads back to the same bits; the same text on every JDK, which Double.toString is not. */
public final class PortableNumber {
    private PortableNumber() {}

    public static String text(double value) {
        if (value == 0 || !Double.isFinite(value)) {
            return Double.toString(value);
        }
        BigDecimal exact = new BigDecimal(value);
        for (int digits = 15; digits < 17; digits++) {
            BigDecimal rounded = exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
            if (rounded.doubleValue() == value) {
                return rounded.stripTrailingZeros().toString();
            }
        }
        return exact.round(new MathContext(17, RoundingMode.HALF_EVEN)).toString();
    }
}
