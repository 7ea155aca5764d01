"use strict";
// A board from its rows, and a move on it. A move takes a piece from one square to another, whatever is there: that
// is all there is to moves in these games, so the page needs no rules.
const SQUARE = 40;
const fileName = (x) => (x < 26 ? "" : String.fromCharCode(96 + Math.floor(x / 26))) + String.fromCharCode(97 + (x % 26));
const fileNumber = (name) => [...name].reduce((sum, c) => sum * 26 + c.charCodeAt(0) - 96, 0) - 1;

function squaresOf(move) {
  const found = /^([a-z]+)(\d+)([a-z]+)(\d+)$/.exec(move);
  return [
    [fileNumber(found[1]), Number(found[2]) - 1],
    [fileNumber(found[3]), Number(found[4]) - 1],
  ];
}

function positionsOf(rows, moves) {
  let board = rows.map((row) => [...row]);
  const all = [board];
  for (const move of moves) {
    const [[x0, y0], [x1, y1]] = squaresOf(move);
    board = board.map((row) => row.slice());
    const piece = board[board.length - 1 - y0][x0];
    board[board.length - 1 - y0][x0] = ".";
    board[board.length - 1 - y1][x1] = piece;
    all.push(board);
  }
  return all;
}

function svg(name, attributes, parent, text) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  parent?.append(made);
  return made;
}

function drawBoard(board, last, flipped, figures, label) {
  const height = board.length;
  const width = board[0].length;
  const edge = 22;
  const size = [width * SQUARE + edge + 4, height * SQUARE + edge + 4];
  const picture = svg("svg", { viewBox: `0 0 ${size[0]} ${size[1]}`, role: "img", "aria-label": label, class: "board" });
  const corner = (x, y) => [edge + (flipped ? width - 1 - x : x) * SQUARE, 2 + (flipped ? y : height - 1 - y) * SQUARE];
  const lit = last ? squaresOf(last).map(String) : [];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [left, top] = corner(x, y);
      svg("rect", { x: left, y: top, width: SQUARE, height: SQUARE, class: (x + y) % 2 ? "light" : "dark" }, picture);
      if (lit.includes(String([x, y]))) svg("rect", { x: left, y: top, width: SQUARE, height: SQUARE, class: "lit" }, picture);
    }
  const step = Math.max(width, height) > 40 ? 4 : Math.max(width, height) > 20 ? 2 : 1;
  for (let x = step - 1; x < width; x += step)
    svg("text", { x: corner(x, 0)[0] + 20, y: size[1] - 5, class: "name" }, picture, fileName(x));
  for (let y = step - 1; y < height; y += step)
    svg("text", { x: 10, y: corner(0, y)[1] + 25, class: "name" }, picture, y + 1);
  board.forEach((row, at) =>
    row.forEach((letter, x) => {
      if (letter === ".") return;
      const [left, top] = corner(x, height - 1 - at);
      const white = letter === letter.toUpperCase();
      const group = svg("g", { transform: `translate(${left} ${top})`, class: white ? "white" : "black" }, picture);
      const figure = figures[letter.toUpperCase()];
      if (figure) {
        svg("path", { d: figure[0], class: "shape" }, group);
        svg("path", { d: figure[1], class: "detail" }, group);
      } else {
        svg("circle", { cx: 20, cy: 20, r: 15.5, class: "shape" }, group);
        svg("text", { x: 20, y: 26.5 }, group, letter.toUpperCase());
      }
    }),
  );
  return picture;
}
