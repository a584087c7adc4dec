package io.github.skpca.cli;

import io.github.skpca.Calibration;
import io.github.skpca.FalseDiscoveryRate;
import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/**
 * Which rows of a watch are alarms, and which alarms belong together: those that follow another within some rows are one burst, and where half of all
 * rows are alarms it is a flood, which is one event: the model does not fit the stream.
 */
final class Alarms {
    /** Alarms at most so many rows apart are one burst: rows that depend on each other do so over less. */
    static final int BURST_ROWS = 32;

    /** A flood begins when so many of the last 64 rows are alarms, and is over when of so many rows fewer are. */
    private static final int FLOOD_ALARMS = 32;

    private static final int CALM_ROWS = 256;
    private static final int CALM_ALARMS = 16;

    /** With a level above this many alarms are no flood. */
    private static final double LARGEST_LEVEL = 0.1;

    private final double alert;
    private final double fdr;
    private @Nullable FalseDiscoveryRate rate;
    private long lastAlarm;
    private long burstRow;
    private double burstLevel;
    private long recent;
    private long floodRow;
    private long floodAlarms;
    private long windowRows;
    private long windowAlarms;

    /**
     * Alarms by a level, or by a rate of false discoveries.
     *
     * @param alert the p-value at which a row is an alarm, if there is no rate
     * @param fdr the rate, or 0
     */
    Alarms(double alert, double fdr) {
        this.alert = alert;
        this.fdr = fdr;
        this.rate = fdr > 0 ? new FalseDiscoveryRate(fdr) : null;
    }

    /** What a row is. */
    enum Kind {
        USUAL,
        /** An alarm that is to be written. */
        ALARM,
        /** With this alarm a flood begins. */
        FLOOD,
        /** An alarm in a flood, or a row that is none. */
        IN_FLOOD,
        /** The last row of a flood. */
        CALM
    }

    /**
     * The p-value that a row is judged by: beyond all counts by the law of the tail, if the level may be out of their reach, with a standard error added.
     */
    Calibration.Estimate pValue(Calibration calibration, double score) {
        double counted = calibration.pValue(score);
        boolean isLast = counted <= calibration.smallestPValue() && (fdr > 0 || alert < calibration.smallestPValue());
        if (!isLast) {
            return new Calibration.Estimate(counted, 0, false);
        }
        Calibration.Estimate estimate = calibration.estimate(score);
        return new Calibration.Estimate(
                Math.min(counted, estimate.pValue() + estimate.standardError()),
                estimate.standardError(),
                estimate.isExtrapolated());
    }

    /** Takes in the next row. */
    Kind add(long row, double pValue) {
        boolean isAlarm = isAlarm(row, pValue);
        recent = recent << 1 | (isAlarm ? 1 : 0);
        if (floodRow > 0) {
            return inFlood(isAlarm);
        }
        if (!isAlarm) {
            return Kind.USUAL;
        }
        if (Long.bitCount(recent) >= FLOOD_ALARMS && alert <= LARGEST_LEVEL) {
            floodRow = row;
            floodAlarms = Long.bitCount(recent);
            windowRows = 0;
            windowAlarms = 0;
            return Kind.FLOOD;
        }
        return Kind.ALARM;
    }

    private boolean isAlarm(long row, double pValue) {
        FalseDiscoveryRate discoveries = rate;
        boolean isNear = lastAlarm > 0 && row - lastAlarm <= BURST_ROWS;
        boolean isAlarm;
        if (isNear) {
            // What belongs to a burst is no discovery of its own, and is not tested as one.
            isAlarm = pValue <= burstLevel;
        } else {
            double level = discoveries == null ? alert : discoveries.level();
            isAlarm = discoveries == null ? pValue <= alert : discoveries.isDiscovery(pValue);
            if (isAlarm) {
                burstRow = row;
                burstLevel = level;
            }
        }
        lastAlarm = isAlarm ? row : lastAlarm;
        return isAlarm;
    }

    private Kind inFlood(boolean isAlarm) {
        floodAlarms += isAlarm ? 1 : 0;
        windowAlarms += isAlarm ? 1 : 0;
        windowRows++;
        if (windowRows < CALM_ROWS) {
            return Kind.IN_FLOOD;
        }
        boolean isCalm = windowAlarms < CALM_ALARMS;
        windowRows = 0;
        windowAlarms = 0;
        return isCalm ? Kind.CALM : Kind.IN_FLOOD;
    }

    /** Ends a flood; to be called after {@link Kind#CALM}. */
    void calm() {
        floodRow = 0;
        recent = 0;
    }

    /** The level that the last alarm passed. */
    double level() {
        return burstLevel;
    }

    /** The first row of the burst that the last alarm belongs to. */
    long burstRow() {
        return burstRow;
    }

    /** The row at which the present flood began; 0 if there is none. */
    long floodRow() {
        return floodRow;
    }

    /** How many alarms the flood has had. */
    long floodAlarms() {
        return floodAlarms;
    }

    /** Everything, for a checkpoint. */
    double[] save() {
        double[] of = rate == null ? new double[0] : rate.state();
        double[] saved = Arrays.copyOf(
                new double[] {
                    lastAlarm,
                    burstRow,
                    burstLevel,
                    floodRow,
                    floodAlarms,
                    windowRows,
                    windowAlarms,
                    recent >>> 32,
                    recent & 0xffff_ffffL
                },
                9 + of.length);
        System.arraycopy(of, 0, saved, 9, of.length);
        return saved;
    }

    void restore(double[] saved) {
        if (saved.length < 9) {
            throw new IllegalArgumentException("alarms holds " + saved.length + " numbers");
        }
        lastAlarm = (long) saved[0];
        burstRow = (long) saved[1];
        burstLevel = saved[2];
        floodRow = (long) saved[3];
        floodAlarms = (long) saved[4];
        windowRows = (long) saved[5];
        windowAlarms = (long) saved[6];
        recent = (long) saved[7] << 32 | (long) saved[8];
        if (rate != null) {
            rate = FalseDiscoveryRate.restore(fdr, Arrays.copyOfRange(saved, 9, saved.length));
        }
    }
}
