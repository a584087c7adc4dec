package io.github.skpca.cli;

import io.github.skpca.Calibration;
import io.github.skpca.drift.ColumnShift;
import io.github.skpca.drift.DriftEvent;
import io.github.skpca.io.BadRow;
import io.github.skpca.io.DenseBuffer;
import io.github.skpca.io.LiveRows;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Something in a stream that is worth a line.
 *
 * @param kind one of {@link #KINDS}
 * @param row the number of the row at which it was seen, from 1
 * @param fields what is written, in this order
 */
record WatchEvent(String kind, long row, Map<String, Object> fields) {
    static final String NOVEL = "novel";
    static final String DRIFT = "drift";
    static final String BAD_ROW = "badRow";
    static final String GAP = "gap";
    static final String BANDWIDTH = "bandwidth";
    static final String MISFIT = "misfit";
    static final String MISFIT_END = "misfitEnd";
    static final String DRIFT_END = "driftEnd";
    static final List<String> KINDS = List.of(NOVEL, MISFIT, MISFIT_END, DRIFT, DRIFT_END, BANDWIDTH, BAD_ROW, GAP);

    /** Columns named in an event. */
    private static final int MOST_COLUMNS = 3;

    /**
     * How a row was judged.
     *
     * @param score its score
     * @param pValue what the score means
     * @param level the level that the p-value had to reach
     * @param burstRow the first row of the burst that it belongs to, itself if it is alone
     * @param shares the share of each column in it; empty if that was not asked for
     */
    record Novelty(double score, Calibration.Estimate pValue, double level, long burstRow, double[] shares) {}

    /** A row that is not like those seen, with the columns that have the largest share in that. */
    static WatchEvent novel(LiveRows rows, DenseBuffer batch, int row, Novelty novelty) {
        Map<String, Object> fields = begin(NOVEL, rows.number(row));
        fields.put("score", novelty.score());
        fields.put("pValue", novelty.pValue().pValue());
        fields.put("pValueKind", novelty.pValue().isExtrapolated() ? "extrapolated" : "counted");
        fields.put("level", novelty.level());
        if (novelty.burstRow() != rows.number(row)) {
            fields.put("burstRow", novelty.burstRow());
        }
        if (batch.keptCount() > 0) {
            Map<String, Object> kept = new LinkedHashMap<>();
            for (int i = 0; i < batch.keptCount(); i++) {
                kept.put(rows.keptNames().get(i), batch.kept(row, i));
            }
            fields.put("kept", kept);
        }
        List<String> names = rows.columnNames();
        double[] shares = novelty.shares();
        List<Map<String, Object>> columns = new ArrayList<>();
        IntStream.range(0, shares.length)
                .boxed()
                .sorted(Comparator.comparingDouble((Integer column) -> -shares[column]))
                .limit(MOST_COLUMNS)
                .filter(column -> shares[column] > 0)
                .forEach(column -> {
                    Map<String, Object> named = new LinkedHashMap<>();
                    named.put("column", names.get(column));
                    named.put("value", batch.values()[row * batch.columns() + column]);
                    named.put("share", shares[column]);
                    columns.add(named);
                });
        if (!columns.isEmpty()) {
            fields.put("columns", columns);
        }
        return new WatchEvent(NOVEL, rows.number(row), fields);
    }

    /** Rows are no longer what they were, with the columns that moved most. */
    static WatchEvent drift(long row, List<String> names, DriftSearch.Found found) {
        DriftEvent event = found.event();
        Map<String, Object> fields = begin(DRIFT, row);
        fields.put("by", found.isByRows() ? "rows" : "blocks");
        fields.put("rowsCompared", event.rowsCompared());
        fields.put("strength", event.strength());
        fields.put("threshold", event.threshold());
        fields.put("varianceInflation", event.varianceInflation());
        List<Map<String, Object>> columns = new ArrayList<>();
        for (ColumnShift shift : event.columns().stream().limit(MOST_COLUMNS).toList()) {
            Map<String, Object> named = new LinkedHashMap<>();
            named.put("column", names.get(shift.column()));
            named.put("meanShift", shift.meanShift());
            named.put("spreadRatio", shift.spreadRatio());
            columns.add(named);
        }
        fields.put("columns", columns);
        return new WatchEvent(DRIFT, row, fields);
    }

    /** The rows after a drift are a reference of their own: it is over. */
    static WatchEvent driftEnd(long row, long driftRow) {
        Map<String, Object> fields = begin(DRIFT_END, row);
        fields.put("driftRow", driftRow);
        return new WatchEvent(DRIFT_END, row, fields);
    }

    /** At least half of the last rows are alarms. */
    static WatchEvent misfit(long row, Alarms alarms) {
        Map<String, Object> fields = begin(MISFIT, row);
        fields.put("reason", "this model does not fit this stream");
        fields.put("alarms", alarms.floodAlarms());
        fields.put("ofRows", Math.min(Long.SIZE, row));
        return new WatchEvent(MISFIT, row, fields);
    }

    /** Alarms have become few again. */
    static WatchEvent misfitEnd(long row, Alarms alarms) {
        Map<String, Object> fields = begin(MISFIT_END, row);
        fields.put("misfitRow", alarms.floodRow());
        fields.put("alarms", alarms.floodAlarms());
        return new WatchEvent(MISFIT_END, row, fields);
    }

    /**
     * Rows are no longer as far apart as the bandwidth is made for.
     *
     * @param bandwidth the one in use
     * @param ratio what it would have to be multiplied with
     */
    static WatchEvent bandwidth(long row, double bandwidth, double ratio) {
        Map<String, Object> fields = begin(BANDWIDTH, row);
        fields.put("bandwidth", bandwidth);
        fields.put("bandwidthRatio", ratio);
        return new WatchEvent(BANDWIDTH, row, fields);
    }

    static WatchEvent badRow(BadRow bad) {
        Map<String, Object> fields = begin(BAD_ROW, bad.row());
        fields.put("reason", bad.reason());
        return new WatchEvent(BAD_ROW, bad.row(), fields);
    }

    /** Rows that are missing after the given one. */
    static WatchEvent gap(long row, String reason) {
        Map<String, Object> fields = begin(GAP, row);
        fields.put("reason", reason);
        return new WatchEvent(GAP, row, fields);
    }

    private static Map<String, Object> begin(String kind, long row) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("event", kind);
        fields.put("row", row);
        return fields;
    }
}
