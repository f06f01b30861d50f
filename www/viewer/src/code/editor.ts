/** CodeMirror as a reader: nothing can be changed, everything can be followed. */
import { EditorState, StateEffect, StateField, type Extension, type Range } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, closeHoverTooltips, type ViewUpdate, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";
import { standardKeymap } from "@codemirror/commands";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import type { FileView } from "../types.js";
import { hover } from "./hover.js";
import { type Target, targetsOf } from "./names.js";
import { theme } from "./theme.js";
import { CLASSES } from "./tokens.js";

/** What a person does with the code. */
export interface Actions {
  follow: (target: Target, at: { x: number; y: number }) => void;
  select: (line: number, end: number | undefined) => void;
}

/** What `file` looks like in the editor. */
export function editorState(file: FileView, actions: Actions): EditorState {
  let first: number | undefined;
  const pick = (view: EditorView, from: number, shift: boolean) => {
    const line = view.state.doc.lineAt(from).number;
    const start = shift ? (first ?? line) : line;
    if (!shift) first = line;
    actions.select(Math.min(start, line), start === line ? undefined : Math.max(start, line));
  };
  const state = EditorState.create({ doc: file.text });
  const targets = targetsOf(file, state.doc);
  const follow = (view: EditorView, position: number) => {
    const target = targetAt(targets, position);
    const at = view.coordsAtPos(target?.from ?? position);
    if (!target || target.absent || !at) return false;
    view.dispatch({ effects: closeHoverTooltips });
    actions.follow(target, { x: at.left, y: at.top });
    return true;
  };
  const press = (view: EditorView) => follow(view, view.state.selection.main.head);
  const extensions: Extension = [
    lineNumbers({
      domEventHandlers: {
        mousedown: (view, line, event) => {
          pick(view, line.from, (event as MouseEvent).shiftKey);
          return true;
        },
      },
    }),
    EditorState.readOnly.of(true),
    EditorView.contentAttributes.of({ "aria-label": `Text of ${file.node.path}`, "aria-readonly": "true", inputmode: "none", translate: "no", tabindex: "0" }),
    EditorView.domEventHandlers({
      click: (event, view) => {
        const position = view.posAtCoords(event);
        return event.button === 0 && position !== null && view.state.selection.main.empty && follow(view, position);
      },
    }),
    // The browser moves a caret of its own after the fact: keys pressed fast would be lost.
    keymap.of([{ key: "Enter", run: press }, { key: "F12", run: press }, ...searchKeymap, ...standardKeymap]),
    search({ top: true }),
    highlightSelectionMatches({ minSelectionLength: 2 }),
    marked,
    colours(file.tokens),
    names(targets),
    hoverTooltip((view, position) => {
      const target = targetAt(targets, position);
      return target ? hover(target, view.state.sliceDoc(target.from, target.to)) : null;
    }, { hoverTime: 250 }),
    theme,
  ];
  return EditorState.create({ doc: state.doc, extensions });
}

const setMark = StateEffect.define<{ from: number; to: number; name: string | undefined } | undefined>();
const lineMark = Decoration.line({ class: "cm-hit" });
const rangeMark = Decoration.line({ class: "cm-range" });
const nameMark = Decoration.mark({ class: "cm-hit-name" });

const marked = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (value, transaction) => {
    for (const effect of transaction.effects) {
      if (effect.is(setMark)) value = effect.value ? marks(transaction.state, effect.value) : Decoration.none;
    }
    return value;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function marks({ doc }: EditorState, { from, to, name }: { from: number; to: number; name: string | undefined }): DecorationSet {
  const ranges: Range<Decoration>[] = [];
  for (let number = from; number <= to; number += 1) {
    const line = doc.line(number);
    ranges.push((number === from ? lineMark : rangeMark).range(line.from));
    const at = name && number === from ? line.text.indexOf(name) : -1;
    if (name && at >= 0) ranges.push(nameMark.range(line.from + at, line.from + at + name.length));
  }
  return Decoration.set(ranges);
}

/** Which lines are marked, the name among them, and whether to scroll even if they are in view. */
export interface Mark {
  from: number | undefined;
  to: number | undefined;
  name: string | undefined;
  scroll: boolean;
}

/** Marks lines and scrolls to the first. */
export function mark(view: EditorView, { from, to, name, scroll }: Mark): void {
  const { doc } = view.state;
  if (from === undefined) {
    view.dispatch({ effects: scroll ? [setMark.of(undefined), EditorView.scrollIntoView(0)] : setMark.of(undefined) });
    return;
  }
  const first = Math.min(from, doc.lines);
  const last = Math.min(Math.max(to ?? first, first), doc.lines);
  const start = doc.line(first).from;
  const moves = scroll || !inView(view, start);
  const place = EditorView.scrollIntoView(start, { y: last - first < 12 ? "center" : "start", yMargin: 80 });
  view.dispatch({ selection: { anchor: start }, effects: [setMark.of({ from: first, to: last, name }), ...(moves ? [place] : [])] });
}

function inView(view: EditorView, position: number): boolean {
  const at = view.coordsAtPos(position);
  const box = view.scrollDOM.getBoundingClientRect();
  return at !== null && at.top >= box.top && at.bottom <= box.bottom;
}

/** Colours what is in view; the tokens are sorted, so that they are found by halving. */
function colours(tokens: Uint32Array): Extension {
  const styles = CLASSES.map((name) => (name ? Decoration.mark({ class: `cm-${name}` }) : undefined));
  const build = (view: EditorView) => {
    const ranges: Range<Decoration>[] = [];
    for (const { from, to } of view.visibleRanges) {
      let at = firstFrom(tokens.length / 3, (i) => (tokens[i * 3 + 1] ?? 0) > from) * 3;
      for (; at < tokens.length && (tokens[at] ?? 0) < to; at += 3) {
        const style = styles[tokens[at + 2] ?? 0];
        if (style) ranges.push(style.range(tokens[at] ?? 0, tokens[at + 1] ?? 0));
      }
    }
    return Decoration.set(ranges);
  };
  return visible(build);
}

function names(targets: readonly Target[]): Extension {
  const definition = Decoration.mark({ class: "cm-definition" });
  const link = Decoration.mark({ class: "cm-link" });
  const unsure = Decoration.mark({ class: "cm-link cm-unsure" });
  const build = (view: EditorView) => {
    const ranges: Range<Decoration>[] = [];
    for (const { from, to } of view.visibleRanges) {
      for (let at = firstFrom(targets.length, (i) => (targets[i]?.to ?? 0) > from); at < targets.length; at += 1) {
        const target = targets[at];
        if (!target || target.from >= to) break;
        if (target.absent) continue;
        const style = target.definition ? definition : target.links.length > 1 ? unsure : link;
        ranges.push(style.range(target.from, target.to));
      }
    }
    return Decoration.set(ranges);
  };
  return visible(build);
}

function visible(build: (view: EditorView) => DecorationSet): Extension {
  class Visible {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = build(view);
    }
    update(update: ViewUpdate): void {
      if (update.docChanged || update.viewportChanged) this.decorations = build(update.view);
    }
  }
  return ViewPlugin.fromClass(Visible, { decorations: (plugin) => plugin.decorations });
}

function targetAt(targets: readonly Target[], position: number): Target | undefined {
  const target = targets[firstFrom(targets.length, (i) => (targets[i]?.to ?? 0) >= position)];
  return target && target.from <= position ? target : undefined;
}

/** The first index from which on `holds`; `length` if there is none. */
function firstFrom(length: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
