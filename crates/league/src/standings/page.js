// Many agents: the results of one of them at a time. A row of the text has those against all
// agents that come later in the standings.
const text = document.getElementById("table");
if (text) {
  const rows = text.textContent.trim().split("\n").map((line) => line.trim().split(" "));
  const names = [...document.querySelectorAll(".standings tr")].slice(1)
    .map((row) => row.cells[1].textContent);
  const between = (a, b) => rows[a]?.[b - a - 1]?.split(".");
  const select = document.getElementById("agent");
  select.append(...names.map((name, index) => new Option(`${index + 1}. ${name}`, index)));
  const show = () => {
    const own = Number(select.value);
    const lines = names.map((name, other) => {
      const cell = other > own ? between(own, other) : between(other, own)?.reverse();
      if (other === own || cell?.length !== 3) return null;
      const row = document.createElement("tr");
      for (const value of [other + 1, name, cell.join("–")]) row.insertCell().textContent = value;
      return row;
    });
    document.getElementById("results").replaceChildren(...lines.filter(Boolean));
  };
  select.addEventListener("change", show);
  show();
}
