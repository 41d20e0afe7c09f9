// The sandbox's trade pages: the outcome of one trade, and the stock for a player. One form each, no script.
import type { Language } from '../../../game/base/language.ts'
import { textFor } from '../../../i18n/text.ts'
import { formDocument } from '../../stand-in/form-document.ts'
import { escapeMarkup } from '../../stand-in/plain-document.ts'
import type { Outcome } from './outcomes.ts'
import { type SandboxTrade, STOCKS, type Stock } from './trade-store.ts'

const STYLE = `
dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 8px 24px; align-items: baseline; margin-top: 24px; padding: 16px 20px;
  border-radius: 16px; background: var(--hull-2); }
dt { color: var(--text-2); }
dd { overflow-wrap: anywhere; text-align: right; }
.choices { grid-template-columns: repeat(auto-fit, minmax(min(100%, 280px), 1fr)); }
.way { display: grid; align-content: start; width: 100%; height: 100%; min-height: 64px; padding: 12px 16px; text-align: left; }
.way b { display: block; font-weight: 600; }
.way small { display: block; font-size: 14px; color: var(--text-2); text-wrap: pretty; }
.way.first { color: var(--signal-ink); border-color: transparent; background: var(--signal); }
.way.first:hover { filter: brightness(1.06); }
.way.first:focus-visible { outline-color: var(--text-1); }
.way.first small { color: inherit; opacity: .8; }
`

interface Way {
  readonly name: string
  readonly value: string
  readonly label: string
  readonly hint: string
  readonly isFirst: boolean
}

function way({ name, value, label, hint, isFirst }: Way): string {
  return `<li><button class="way${isFirst ? ' first' : ''}" name="${name}" value="${value}"><b>${escapeMarkup(label)}</b>
<small>${escapeMarkup(hint)}</small></button></li>`
}

function choices(rows: readonly (readonly [string, string])[], ways: readonly Way[]): string {
  const shown = rows.map(([name, value]) => `<dt>${escapeMarkup(name)}</dt><dd>${escapeMarkup(value)}</dd>`)
  const list = ways.length === 0 ? '' : `<ul class="choices" role="list">\n${ways.map(way).join('\n')}\n</ul>`
  return `<dl>\n${shown.join('\n')}\n</dl>\n${list}`
}

export interface TradePage {
  readonly reference: string
  readonly trade: SandboxTrade
  /** The item's name in the language of the page. */
  readonly item: string
  readonly outcomes: readonly Outcome[]
  /** The path that the click is posted to. */
  readonly action: string
}

/** Returns the page of one trade. */
export function tradePage(language: Language, { reference, trade, item, outcomes, action }: TradePage): string {
  const text = textFor(language, 'sandbox')
  const rows: readonly (readonly [string, string])[] = [
    [text('trade.item'), item],
    [text('trade.state'), text(`trade.states.${trade.state}`)],
  ]
  const ways = outcomes.map((outcome, place) => ({
    name: 'outcome',
    value: outcome,
    label: text(`trade.${outcome}.label`),
    hint: text(`trade.${outcome}.hint`),
    isFirst: place === 0,
  }))
  return formDocument(language, {
    title: text('trade.title'),
    heading: text(outcomes.length === 0 ? 'trade.over' : 'trade.heading'),
    intro: text('trade.intro'),
    form: { action, fields: { offer: reference } },
    style: STYLE,
    choices: choices(rows, ways),
    cancel: { name: 'outcome', value: 'cancel', label: text('trade.cancel') },
    note: text('trade.note'),
  })
}

/** Returns the page of the stock for a player. */
export function stockPage(language: Language, page: { partner: string; stock: Stock; action: string }): string {
  const text = textFor(language, 'sandbox')
  const ways = STOCKS.map((stock) => ({
    name: 'stock',
    value: stock,
    label: text(`trade.stock.${stock}.label`),
    hint: text(`trade.stock.${stock}.hint`),
    isFirst: stock === page.stock,
  }))
  return formDocument(language, {
    title: text('trade.stock.title'),
    heading: text('trade.stock.heading'),
    intro: text('trade.stock.intro'),
    form: { action: page.action, fields: { partner: page.partner } },
    style: STYLE,
    choices: choices([[text('trade.stock.now'), text(`trade.stock.${page.stock}.label`)]], ways),
    cancel: { name: 'stock', value: 'cancel', label: text('trade.cancel') },
    note: text('trade.note'),
  })
}
