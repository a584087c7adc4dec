package io.github.skpca.report;

import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;

/** Markup read by the JDK's own parser, which refuses what is not well-formed. */
final class ParsedXml {
    private final Document document;

    ParsedXml(String markup) {
        try {
            var builder = DocumentBuilderFactory.newInstance().newDocumentBuilder();
            builder.setErrorHandler(null);
            builder.setEntityResolver((publicId, systemId) -> new InputSource(new StringReader("")));
            document = builder.parse(new InputSource(new StringReader(markup)));
        } catch (ParserConfigurationException | SAXException | IOException e) {
            throw new AssertionError("not well-formed: " + e.getMessage() + "\n" + markup, e);
        }
    }

    Element root() {
        return document.getDocumentElement();
    }

    List<Element> all(String tag) {
        NodeList nodes = document.getElementsByTagName(tag);
        List<Element> elements = new ArrayList<>();
        for (int i = 0; i < nodes.getLength(); i++) {
            elements.add((Element) nodes.item(i));
        }
        return elements;
    }

    List<String> texts(String tag) {
        return all(tag).stream().map(Element::getTextContent).toList();
    }
}
