// Documents that are made without the built pages: one style, no script. The stand-ins' pages, and what visitors get when a page fails.
import type { Language } from '../../game/base/language.ts'
import { accentInForce } from '../base/accent-in-force.ts'

const CHARACTERS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes a text for element content and quoted attributes. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => CHARACTERS[character] ?? '')
}

const STYLE = `
@media (prefers-reduced-motion: no-preference) { @view-transition { navigation: auto } }
:root { color-scheme: dark; --void: #07080f; --hull-1: #0d0f1a; --hull-2: #141726; --hull-3: #1c2033; --line: rgb(255 255 255 / 7%);
  --text-1: #f2f4ff; --text-2: #a9b0cc; --text-3: #858daf; --warn: #ffc857; }
* { box-sizing: border-box; margin: 0; }
body { min-height: 100vh; min-height: 100dvh; display: grid; place-items: center; padding: 24px 16px; color: var(--text-1);
  font: 400 16px/1.5 'Onest Variable', Onest, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
  background: radial-gradient(60rem 30rem at 50% -12rem, rgb(90 110 255 / 16%), transparent 70%),
    radial-gradient(1px 1px at 12% 22%, rgb(255 255 255 / 55%), transparent 100%), radial-gradient(1px 1px at 78% 14%, rgb(255 255 255 / 45%), transparent 100%),
    radial-gradient(1px 1px at 31% 74%, rgb(255 255 255 / 35%), transparent 100%), radial-gradient(1.5px 1.5px at 88% 63%, rgb(255 255 255 / 40%), transparent 100%),
    radial-gradient(1px 1px at 57% 88%, rgb(255 255 255 / 40%), transparent 100%), radial-gradient(1px 1px at 6% 91%, rgb(255 255 255 / 30%), transparent 100%), var(--void); }
main { width: 100%; max-width: 760px; padding: 32px; background: var(--hull-1); border: 1px solid var(--line); border-radius: 24px;
  box-shadow: 0 32px 80px -24px rgb(0 0 0 / 70%); }
.badge { display: inline-flex; align-items: center; gap: 8px; padding: 4px 12px; border-radius: 99px; font-size: 12px; font-weight: 600;
  letter-spacing: .04em; color: var(--warn); background: rgb(255 200 87 / 10%); }
.badge::before { content: ''; width: 6px; height: 6px; border-radius: 50%; background: currentColor; }
h1 { margin: 16px 0 8px; font: 700 clamp(24px, 4vw, 34px)/1.15 'Unbounded Variable', Unbounded, system-ui, sans-serif; letter-spacing: -.02em; }
.intro { max-width: 60ch; color: var(--text-2); text-wrap: pretty; }
.choices { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 12px; margin: 24px 0; padding: 0; list-style: none; }
button, .cancel { font: inherit; color: inherit; cursor: pointer; border: 1px solid var(--line); border-radius: 16px; background: var(--hull-2);
  transition: transform 120ms cubic-bezier(.2, .8, .2, 1); }
button:hover, .cancel:hover { background: var(--hull-3); }
button:active, .cancel:active { transform: scale(.985); }
button:focus-visible, .cancel:focus-visible { outline: 2px solid var(--signal); outline-offset: 2px; }
footer { display: flex; flex-wrap: wrap; align-items: center; gap: 12px 24px; }
.cancel { display: inline-flex; align-items: center; justify-content: center; min-height: 44px; padding: 8px 20px; text-decoration: none; border-radius: 10px; background: transparent; color: var(--text-2); }
.note { flex: 1 1 220px; font-size: 14px; color: var(--text-3); text-wrap: pretty; }
@media (max-width: 600px) { main { padding: 24px 16px; } .choices { grid-template-columns: minmax(0, 1fr); gap: 8px; } .cancel { width: 100%; } }
@media (prefers-reduced-motion: reduce) { button, .cancel { transition: none; } }
`

export interface PlainContents {
  readonly title: string
  /** CSS of this page only. */
  readonly style?: string
  /** Markup of the page. */
  readonly body: string
}

/** Returns a whole document. `style` and `body` are markup; the title is escaped here. */
export function plainDocument(language: Language, { title, style = '', body }: PlainContents): string {
  const { colour, ink } = accentInForce()
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="theme-color" content="#07080f">
<title>${escapeMarkup(title)}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${STYLE}:root { --signal: ${colour}; --signal-ink: ${ink} }
${style}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`
}
