// The editor of one text: CodeMirror with Markdown, faults at their lines, and what the buttons do.
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { defineLanguageFacet, HighlightStyle, Language, syntaxHighlighting } from '@codemirror/language'
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { Compartment, EditorState } from '@codemirror/state'
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { parser, Table } from '@lezer/markdown'

/** Something wrong at a line, which counts from 1. */
export interface LineFault {
  readonly line: number
  readonly message: string
}

const markdown = new Language(defineLanguageFacet(), parser.configure([Table]), [], 'markdown')

const words = HighlightStyle.define([
  { tag: tags.heading, color: 'var(--text-1)', fontWeight: '600' },
  { tag: tags.strong, color: 'var(--text-1)', fontWeight: '600' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: [tags.link, tags.url], color: 'var(--signal)' },
  { tag: [tags.processingInstruction, tags.contentSeparator, tags.quote], color: 'var(--text-3)' },
  { tag: tags.monospace, color: 'var(--warn)' },
])

const look = EditorView.theme(
  {
    '&': { height: '100%', color: 'var(--text-2)', fontSize: 'var(--size-14)', backgroundColor: 'transparent' },
    '&.cm-focused': { outline: 'none' },
    '.cm-scroller': { fontFamily: 'inherit', lineHeight: '1.55', overflow: 'auto' },
    '.cm-content': { padding: '12px 0', caretColor: 'var(--signal)' },
    '.cm-line': { padding: '0 12px 0 4px' },
    '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--text-3)', border: '0', fontSize: 'var(--size-12)' },
    '.cm-cursor': { borderLeftColor: 'var(--signal)' },
    '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
      backgroundColor: 'rgb(var(--signal-rgb) / 18%)',
    },
    '.cm-tooltip': { backgroundColor: 'var(--hull-3)', border: '1px solid var(--line)', color: 'var(--text-1)' },
    '.cm-panels': { backgroundColor: 'var(--hull-3)', color: 'var(--text-1)' },
    '.cm-diagnostic': { maxWidth: '420px', whiteSpace: 'normal' },
  },
  { dark: true },
)

export interface TextEditorParts {
  readonly parent: HTMLElement
  readonly text: string
  /** The name for who does not see it. */
  readonly label: string
  readonly language: string
  readonly onChange: (text: string) => void
  readonly onFocus: () => void
}

/** What a button does to what is selected. */
export type TextAct =
  | { readonly kind: 'around'; readonly before: string; readonly after: string; readonly sample: string }
  | { readonly kind: 'lines'; readonly mark: string }
  | { readonly kind: 'block'; readonly text: string }

export interface TextEditor {
  /** Shows another text: only what differs is replaced, so that the caret stays. */
  setText(text: string): void
  setLocked(isLocked: boolean): void
  setFaults(faults: readonly LineFault[]): void
  /** Puts the caret at a line, in sight. */
  goTo(line: number): void
  act(act: TextAct): void
  selection(): string
  /** Returns the line of the caret, which counts from 1. */
  line(): number
  destroy(): void
}

/** Returns the part in which two texts differ. */
function differingPart(old: string, made: string): { from: number; to: number; insert: string } {
  let from = 0
  while (from < old.length && from < made.length && old[from] === made[from]) from++
  let [end, madeEnd] = [old.length, made.length]
  while (end > from && madeEnd > from && old[end - 1] === made[madeEnd - 1]) {
    end--
    madeEnd--
  }
  return { from, to: end, insert: made.slice(from, madeEnd) }
}

/** The nonce of the page, under which styles may be added. */
function pageNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}

function insertBlock(view: EditorView, block: string): void {
  const line = view.state.doc.lineAt(view.state.selection.main.head)
  const insert = `${line.text === '' ? '' : '\n\n'}${block}\n`
  view.dispatch({
    changes: { from: line.to, insert },
    selection: { anchor: line.to + insert.length },
    scrollIntoView: true,
  })
}

function markLines(view: EditorView, mark: string): void {
  const { doc, selection } = view.state
  const { from, to } = selection.main
  const [first, last] = [doc.lineAt(from).number, doc.lineAt(to).number]
  const changes = Array.from({ length: last - first + 1 }, (_, at) => ({
    from: doc.line(first + at).from,
    insert: mark,
  }))
  view.dispatch({ changes, scrollIntoView: true })
}

/** Opens an editor in an element. */
export function openTextEditor(parts: TextEditorParts): TextEditor {
  const lock = new Compartment()
  let isQuiet = false
  const view = new EditorView({
    parent: parts.parent,
    doc: parts.text,
    extensions: [
      EditorView.cspNonce.of(pageNonce()),
      EditorView.contentAttributes.of({
        'aria-label': parts.label,
        lang: parts.language,
        spellcheck: 'true',
        tabindex: '0',
      }),
      lineNumbers(),
      lintGutter(),
      history(),
      drawSelection(),
      highlightSelectionMatches(),
      markdown.extension,
      syntaxHighlighting(words),
      EditorView.lineWrapping,
      keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap]),
      look,
      lock.of([]),
      EditorView.updateListener.of((update) => {
        if (update.docChanged && !isQuiet) parts.onChange(update.state.doc.toString())
        if (update.focusChanged && update.view.hasFocus) parts.onFocus()
      }),
    ],
  })
  return {
    setText: (text) => {
      const old = view.state.doc.toString()
      if (old === text) return
      isQuiet = true
      view.dispatch({ changes: differingPart(old, text) })
      isQuiet = false
    },
    setLocked: (isLocked) => view.dispatch({ effects: lock.reconfigure(EditorState.readOnly.of(isLocked)) }),
    setFaults: (faults) => {
      const { doc } = view.state
      const diagnostics = faults.map(({ line, message }): Diagnostic => {
        const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines))
        return { from, to, severity: 'error', message }
      })
      view.dispatch(setDiagnostics(view.state, diagnostics))
    },
    goTo: (line) => {
      const { from } = view.state.doc.line(Math.min(Math.max(line, 1), view.state.doc.lines))
      view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) })
      view.focus()
    },
    act: (act) => {
      if (view.state.readOnly) return
      if (act.kind === 'block') insertBlock(view, act.text)
      else if (act.kind === 'lines') markLines(view, act.mark)
      else {
        const { from, to } = view.state.selection.main
        const inner = from === to ? act.sample : view.state.sliceDoc(from, to)
        view.dispatch({
          changes: { from, to, insert: `${act.before}${inner}${act.after}` },
          selection: { anchor: from + act.before.length, head: from + act.before.length + inner.length },
        })
      }
      view.focus()
    },
    selection: () => view.state.sliceDoc(view.state.selection.main.from, view.state.selection.main.to),
    line: () => view.state.doc.lineAt(view.state.selection.main.head).number,
    destroy: () => view.destroy(),
  }
}
