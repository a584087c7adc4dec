/* The map's choice of axes and colours. The page reads without it: then the first two axes and the first colour are shown. */
(function () {
  "use strict";
  var SVG = "http://www.w3.org/2000/svg";
  var DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  var page = document.documentElement;

  /* Two digits of 64 a number, from low to high. */
  function numbers(coded) {
    var values = [];
    for (var i = 0; i < coded.text.length; i += 2) {
      var step = 64 * DIGITS.indexOf(coded.text[i]) + DIGITS.indexOf(coded.text[i + 1]);
      values.push(coded.low + (coded.high - coded.low) * step / 4095);
    }
    return values;
  }

  function element(name, attributes, text) {
    var made = document.createElementNS(SVG, name);
    Object.keys(attributes).forEach(function (key) { made.setAttribute(key, attributes[key]); });
    if (text !== undefined) { made.textContent = text; }
    return made;
  }

  /* Multiples of 1, 2 or 5 times a power of ten, at most so many. */
  function ticks(low, high, most) {
    var step = Math.pow(10, Math.floor(Math.log10((high - low) / most)));
    [1, 2, 5, 10].some(function (factor) {
      var wide = (high - low) / (factor * step);
      if (wide > most) { return false; }
      step *= factor;
      return true;
    });
    var decimals = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
    var marks = [];
    for (var i = Math.ceil(low / step - 1e-9); i * step <= high + 1e-9 * step; i++) {
      var exponent = step >= 1e7 || decimals > 4;
      var label = exponent ? (i * step).toExponential(1) : (i * step).toFixed(decimals);
      marks.push({ at: i * step, label: (i === 0 ? "0" : label).replace("-", "\u2212") });
    }
    return marks;
  }

  function scale(axis, from, to) {
    var wide = axis.high > axis.low ? axis.high - axis.low : Math.abs(axis.high) / 5 || 1;
    var low = (axis.high > axis.low ? axis.low : axis.low - wide / 2) - 0.04 * wide;
    var high = low + 1.08 * wide;
    return {
      low: low, high: high, from: from, to: to,
      pixel: function (value) { return from + (value - low) / (high - low) * (to - from); }
    };
  }

  function drawAxes(group, across, up) {
    var light = group.querySelector(".grid");
    var frame = group.querySelector(".axis");
    var text = { "class": "quiet", "fill": "#566072", "font-size": "12" };
    var grid = "";
    var border = "M" + across.from + " " + up.from + "H" + across.to;
    var labels = [];
    ticks(across.low, across.high, 7).forEach(function (tick) {
      var x = across.pixel(tick.at).toFixed(1);
      grid += "M" + x + " " + up.to + "V" + up.from;
      border += "M" + x + " " + up.from + "V" + (up.from + 5);
      labels.push(element("text", Object.assign({ x: x, y: up.from + 19, "text-anchor": "middle" }, text), tick.label));
    });
    ticks(up.low, up.high, 7).forEach(function (tick) {
      var y = up.pixel(tick.at).toFixed(1);
      grid += "M" + across.from + " " + y + "H" + across.to;
      labels.push(element("text", Object.assign({ x: across.from - 8, y: +y + 4.2, "text-anchor": "end" }, text), tick.label));
    });
    light.setAttribute("d", grid);
    frame.setAttribute("d", border);
    group.querySelectorAll("text").forEach(function (old) { old.remove(); });
    labels.forEach(function (label) { group.appendChild(label); });
  }

  function start(figure) {
    var data = JSON.parse(figure.dataset.map);
    var places = data.axes.map(numbers);
    var pictures = figure.querySelectorAll("svg");
    var controls = figure.querySelector(".controls");
    var hint = figure.querySelector(".hint");
    var choice = {};
    controls.querySelectorAll("select").forEach(function (select) {
      choice[select.name] = select;
      select.addEventListener("change", draw);
    });
    var pixels = [];

    function draw() {
      var chosen = +choice.colour.value;
      pictures.forEach(function (svg, i) { svg.classList.toggle("away", i !== chosen); });
      var svg = pictures[chosen];
      var colour = data.colours[chosen];
      var x = +choice.across.value;
      var y = +choice.up.value;
      var across = scale(data.axes[x], colour.box[0], colour.box[1]);
      var up = scale(data.axes[y], colour.box[3], colour.box[2]);
      var paths = colour.outlines.map(function () { return []; });
      pixels = places[x].map(function (value, i) {
        var point = [across.pixel(value), up.pixel(places[y][i])];
        var group = DIGITS.indexOf(colour.groups[i]);
        paths[group].push("M" + point[0].toFixed(1) + " " + point[1].toFixed(1) + colour.outlines[group]);
        return point;
      });
      drawAxes(svg.querySelector(".axes"), across, up);
      svg.querySelectorAll(".marks path").forEach(function (path, i) { path.setAttribute("d", paths[i].join("")); });
      svg.querySelector(".xname text").textContent = data.axes[x].name;
      svg.querySelector(".yname text").textContent = data.axes[y].name;
      mark(svg, -1);
    }

    function mark(svg, index) {
      var old = svg.querySelector(".chosen");
      if (old) { old.remove(); }
      if (index >= 0) {
        svg.appendChild(element("circle", {
          "class": "chosen", cx: pixels[index][0], cy: pixels[index][1], r: 6,
          fill: "none", stroke: "currentColor", "stroke-width": 2
        }));
      }
    }

    function say(index) {
      var words = ["row " + data.rows[index].toLocaleString("en")];
      data.colours.forEach(function (colour) {
        var group = colour.names[DIGITS.indexOf(colour.groups[index])];
        words.push(colour.name + (colour.values ? " " + numbers({
          text: colour.values.text.substr(2 * index, 2), low: colour.values.low, high: colour.values.high
        })[0].toPrecision(3) : ": " + group));
      });
      hint.textContent = words.join(" \u00b7 ");
    }

    pictures.forEach(function (svg) {
      svg.addEventListener("pointermove", function (event) {
        var frame = svg.getBoundingClientRect();
        var unit = svg.viewBox.baseVal.width / frame.width;
        var x = (event.clientX - frame.left) * unit;
        var y = (event.clientY - frame.top) * unit;
        var nearest = -1;
        var least = 144;
        pixels.forEach(function (point, i) {
          var far = (point[0] - x) * (point[0] - x) + (point[1] - y) * (point[1] - y);
          if (far < least) { least = far; nearest = i; }
        });
        mark(svg, nearest);
        if (nearest >= 0) { say(nearest); }
      });
    });
    controls.hidden = false;
    hint.hidden = false;
    draw();
  }

  window.addEventListener("error", function (event) { page.dataset.error = event.message; });
  document.querySelectorAll("figure.map").forEach(start);
  page.dataset.script = "ready";
})();
