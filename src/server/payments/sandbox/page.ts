// The sandbox's payment page: the amount to pay, and a button for each outcome. One form, no script.
import type { Language } from '../../../game/base/language.ts'
import { formatCharge } from '../../../i18n/charge.ts'
import { textFor } from '../../../i18n/text.ts'
import { formDocument } from '../../stand-in/form-document.ts'
import { escapeMarkup } from '../../stand-in/plain-document.ts'
import { OUTCOMES, type Outcome } from './outcomes.ts'
import type { PaymentDetails } from './payment.ts'

const STYLE = `
dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 8px 24px; align-items: baseline; margin-top: 24px; padding: 16px 20px;
  border-radius: 16px; background: var(--hull-2); }
dt { color: var(--text-2); }
dd { overflow-wrap: anywhere; font-variant-numeric: tabular-nums; text-align: right; }
dd:last-of-type { font-size: 14px; color: var(--text-2); word-break: break-all; }
dd:first-of-type { font: 700 clamp(20px, 3vw, 26px)/1.2 'Unbounded Variable', Unbounded, system-ui, sans-serif; letter-spacing: -.02em; }
.choices { grid-template-columns: repeat(auto-fit, minmax(min(100%, 280px), 1fr)); }
.choices li:first-child, .choices li:last-child { grid-column: 1 / -1; }
.way { display: grid; align-content: start; width: 100%; height: 100%; min-height: 64px; padding: 12px 16px; text-align: left; }
.way b { display: block; font-weight: 600; }
.way small { display: block; font-size: 14px; color: var(--text-2); text-wrap: pretty; }
li:first-child .way { color: var(--signal-ink); border-color: transparent; background: var(--signal); }
li:first-child .way:hover { filter: brightness(1.06); }
li:first-child .way:focus-visible { outline-color: var(--text-1); }
li:first-child .way small { color: inherit; opacity: .8; }
`

export interface PaymentPage {
  readonly details: PaymentDetails
  /** The label of the payment method. */
  readonly methodTitle: string
  /** The path that the click is posted to. */
  readonly action: string
  readonly token: string
}

function row([name, value]: readonly [string, string]): string {
  return `<dt>${escapeMarkup(name)}</dt><dd>${escapeMarkup(value)}</dd>`
}

/** Returns the whole document. */
export function paymentPage(language: Language, page: PaymentPage): string {
  const { details, methodTitle } = page
  const text = textFor(language, 'sandbox')
  const sum = formatCharge(details.charge, details.currency)
  const way = (outcome: Outcome): string => {
    const label = text(`payment.${outcome}.label`, { sum })
    const hint = text(`payment.${outcome}.hint`)
    return `<li><button class="way" name="outcome" value="${outcome}"><b>${escapeMarkup(label)}</b>
<small>${escapeMarkup(hint)}</small></button></li>`
  }
  const rows: readonly (readonly [string, string])[] = [
    [text('payment.amount'), sum],
    [text('payment.method'), methodTitle],
    [text('payment.order'), details.order_id],
  ]
  return formDocument(language, {
    title: text('payment.title'),
    heading: text('payment.heading'),
    intro: text('payment.intro'),
    form: { action: page.action, fields: { token: page.token } },
    style: STYLE,
    choices: `<dl>
${rows.map(row).join('\n')}
</dl>
<ul class="choices" role="list">
${OUTCOMES.map(way).join('\n')}
</ul>`,
    cancel: { name: 'outcome', value: 'cancel', label: text('payment.cancel') },
    note: text('payment.note'),
  })
}
