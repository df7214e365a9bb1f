package org.gpucomm.runner.host;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;

import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;
import org.xml.sax.SAXException;

/** A sysfs made from what hwloc wrote of a real host ({@code lstopo x.xml}). */
final class HwlocTree {

    private final SysTree tree;

    private HwlocTree(SysTree tree) {
        this.tree = tree;
    }

    static SysTree of(Path xml, Path sys) throws IOException {
        var tree = new SysTree(sys);
        try {
            var factory = DocumentBuilderFactory.newInstance();
            factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
            new HwlocTree(tree).read(factory.newDocumentBuilder().parse(xml.toFile()).getDocumentElement(), "", -1);
        } catch (ParserConfigurationException | SAXException e) {
            throw new IOException(xml + " cannot be read", e);
        }
        return tree;
    }

    private void read(Element parent, String path, int numaAbove) throws IOException {
        int numa = children(parent).stream().filter(child -> child.getAttribute("type").equals("NUMANode"))
                .map(node -> Integer.parseInt(node.getAttribute("os_index"))).findFirst().orElse(numaAbove);
        for (var child : children(parent)) {
            switch (child.getAttribute("type")) {
                case "NUMANode" -> tree.numaNode(numa, "");
                case "Bridge" -> read(child, path + "/" + name(child), numa);
                case "PCIDev" -> device(child, path, numa);
                default -> read(child, path, numa);
            }
        }
    }

    /** The root complex {@code 0000:[44-54]} is {@code pci0000:44} in sysfs. */
    private static String name(Element bridge) {
        return bridge.getAttribute("bridge_type").startsWith("0-")
                ? "pci" + bridge.getAttribute("bridge_pci").replaceAll("\\[(..)-.*", "$1")
                : bridge.getAttribute("pci_busid");
    }

    /** {@code 0302 [10de:2330] [10de:16c1] a1}: class, vendor and device. */
    private void device(Element device, String path, int numa) throws IOException {
        var type = device.getAttribute("pci_type");
        tree.device(path.substring(1) + "/" + device.getAttribute("pci_busid"), "0x" + type.substring(6, 10),
                "0x" + type.substring(11, 15), "0x" + type.substring(0, 4) + "00", numa, fabricDevice(device));
    }

    private static @Nullable String fabricDevice(Element device) {
        return children(device).stream().map(child -> child.getAttribute("name"))
                .filter(name -> name.startsWith("rdma")).findFirst().orElse(null);
    }

    private static List<Element> children(Element parent) {
        var nodes = parent.getChildNodes();
        return java.util.stream.IntStream.range(0, nodes.getLength()).mapToObj(nodes::item)
                .filter(Element.class::isInstance).map(Element.class::cast)
                .filter(element -> element.getTagName().equals("object")).toList();
    }
}
