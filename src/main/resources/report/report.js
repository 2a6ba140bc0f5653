/*<![CDATA[*/
// Sorting, choosing stacks, evidence beside its badge. All can be read without it.
"use strict";
(() => {
  const all = (selector, root = document) => Array.from(root.querySelectorAll(selector));
  const make = (tag, properties, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };

  // Sorting: a button in each head cell; numbers begin with the largest, words with A, the third time is the order it had.
  const text = cell => cell?.dataset.value ?? cell?.textContent.trim() ?? "";
  const missing = value => value === "" || value === "–" || value === "not measured";
  const number = value => parseFloat(value.replace(/[<,]/g, ""));
  const sortable = table => table.tHead && table.tBodies.length === 1 && table.tBodies[0].rows.length > 1
    && all("[rowspan]", table).length === 0;
  for (const table of all("table").filter(sortable)) {
    const body = table.tBodies[0];
    const rows = Array.from(body.rows);
    const heads = Array.from(table.tHead.rows[0].cells);
    heads.forEach((head, column) => {
      const values = new Map(rows.map(row => [row, text(row.cells[column])]));
      const numeric = Array.from(values.values()).every(value => missing(value) || /^[<\s]*-?\d/.test(value));
      const orders = numeric ? ["descending", "ascending"] : ["ascending", "descending"];
      const compare = (a, b) => numeric ? number(a) - number(b) : a.localeCompare(b);
      const [first, ...more] = head.childNodes;
      const arrow = make("span", { className: "arrow", ariaHidden: "true" });
      const button = make("button", { type: "button", className: "sort" }, first, arrow, ...more);
      head.append(button);
      button.addEventListener("click", () => {
        const next = orders[orders.indexOf(head.getAttribute("aria-sort")) + 1];
        heads.forEach(other => other.removeAttribute("aria-sort"));
        const sorted = rows.slice();
        if (next) {
          head.setAttribute("aria-sort", next);
          const sign = next === "ascending" ? 1 : -1;
          sorted.sort((a, b) => missing(values.get(a)) - missing(values.get(b))
            || sign * compare(values.get(a), values.get(b)));
        }
        body.append(...sorted);
      });
    });
  }

  // Choosing stacks: what belongs to one is its rows, columns and curves, in all tables and charts.
  const parts = mark => {
    const own = mark.matches("g") ? mark : mark.closest(".row");
    if (own) {
      return [own];
    }
    const head = mark.closest("th");
    if (!head) {
      return [];
    }
    if (head.scope === "col") {
      return Array.from(head.closest("table").rows, row => row.cells[head.cellIndex]).filter(Boolean);
    }
    const rows = Array.from(head.closest("tbody").rows);
    const first = rows.indexOf(head.parentElement);
    return rows.slice(first, first + head.rowSpan);
  };
  const stacks = new Map();
  for (const mark of all("[data-stack]")) {
    const stack = stacks.get(mark.dataset.stack) ?? { parts: [] };
    stack.name ??= mark.matches(".name") ? mark : undefined;
    stack.parts.push(...parts(mark));
    stacks.set(mark.dataset.stack, stack);
  }
  if (stacks.size > 1) {
    const summary = make("summary", {});
    const boxes = Array.from(stacks, ([key, stack]) => {
      const box = make("input", { type: "checkbox", checked: true, value: key });
      return { box, stack, label: make("label", { className: "chip" }, box, stack.name.cloneNode(true)) };
    });
    const show = () => {
      boxes.forEach(({ box, stack }) => stack.parts.forEach(part => part.classList.toggle("off", !box.checked)));
      const shown = boxes.filter(({ box }) => box.checked).length;
      summary.textContent = shown === boxes.length ? `Stacks: all ${shown}` : `Stacks: ${shown} of ${boxes.length}`;
    };
    const search = make("input", { type: "search", placeholder: "part of a name", ariaLabel: "Show stacks with this in their name" });
    search.addEventListener("input", () => {
      boxes.forEach(({ box, label }) => { box.checked = label.textContent.includes(search.value.trim()); });
      show();
    });
    const chips = make("div", { className: "chips" }, search, ...boxes.map(({ label }) => label));
    chips.addEventListener("change", show);
    document.querySelector("nav").append(make("details", { className: "filter" }, summary, chips));
    show();
  }

  // A curve that is pointed at, or whose name is, stands out.
  const curves = all("svg.lines g[data-stack]");
  document.addEventListener("pointerover", event => {
    const key = event.target.closest(".lines [data-stack], .chip [data-stack]")?.dataset.stack;
    curves.forEach(curve => curve.classList.toggle("dim", key !== undefined && curve.dataset.stack !== key));
  });

  // Evidence beside its badge; without this it stands at the foot of the window.
  const place = event => {
    const badge = event.target.closest?.(".badge");
    if (badge) {
      const tip = badge.querySelector(".tip");
      const box = badge.getBoundingClientRect();
      const below = box.bottom + tip.offsetHeight < innerHeight;
      tip.style.left = `${Math.max(8, Math.min(box.left, document.documentElement.clientWidth - tip.offsetWidth - 8))}px`;
      tip.style.top = `${below ? box.bottom : Math.max(8, box.top - tip.offsetHeight)}px`;
      tip.style.bottom = "auto";
    }
  };
  document.addEventListener("pointerover", place);
  document.addEventListener("focusin", place);
  document.addEventListener("keydown", event => {
    if (event.key === "Escape") {
      document.activeElement.blur();
    }
  });

  // On paper nothing can be opened.
  addEventListener("beforeprint", () => all("details:not([open], .filter)").forEach(one => {
    one.open = true;
    addEventListener("afterprint", () => { one.open = false; }, { once: true });
  }));
})();
/*]]>*/
