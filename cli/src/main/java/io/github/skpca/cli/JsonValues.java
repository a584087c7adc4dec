package io.github.skpca.cli;

import com.fasterxml.jackson.core.JsonGenerator;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Values as JSON: maps are objects in the map's own order, lists and arrays of numbers are arrays, and what is neither number nor
 * flag is a text.
 */
final class JsonValues {
    /** How a number with a fraction is written. */
    interface NumberForm {
        void write(JsonGenerator generator, double number) throws IOException;
    }

    private JsonValues() {}

    /** Writes a value, and those inside it. */
    static void write(JsonGenerator generator, Object value, NumberForm form) throws IOException {
        if (value instanceof Map<?, ?> fields) {
            generator.writeStartObject();
            for (Map.Entry<?, ?> field : fields.entrySet()) {
                generator.writeFieldName(String.valueOf(field.getKey()));
                write(generator, field.getValue(), form);
            }
            generator.writeEndObject();
        } else if (value instanceof List<?> items) {
            generator.writeStartArray();
            for (Object item : items) {
                write(generator, item, form);
            }
            generator.writeEndArray();
        } else if (value instanceof double[] numbers) {
            generator.writeArray(numbers, 0, numbers.length);
        } else if (value instanceof Double number) {
            form.write(generator, number);
        } else if (value instanceof Number number) {
            generator.writeNumber(number.longValue());
        } else if (value instanceof Boolean flag) {
            generator.writeBoolean(flag);
        } else {
            generator.writeString(String.valueOf(value));
        }
    }
}
