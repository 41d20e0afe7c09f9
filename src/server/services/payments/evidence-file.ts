// The file of evidence as a person at the provider reads it: one HTML page in English, without scripts and without anything from the network, that
// prints well.

import type { Currency } from '../../../game/payments/deposit.ts'
import { formatCharge } from '../../../i18n/charge.ts'
import { formatMoney } from '../../../i18n/format.ts'
import type { OrderRow } from '../../db/schema-payments.ts'
import { deviceNames } from '../account/device-names.ts'
import type { Evidence, Part } from './evidence-parts.ts'

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Writes a text as HTML. */
function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter)
}

/** Writes a moment in UTC, to the second. */
function utc(at: Date | number | null): string {
  return at === null ? '–' : `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

const chargeText = (minor: number, { currency }: Pick<OrderRow, 'currency'>): string =>
  formatCharge(minor, currency as Currency)

type Cell = string | number | null

const cellOf = (cell: Cell): string => (cell === null || cell === '' ? '–' : escaped(String(cell)))

function fields(rows: readonly (readonly [string, Cell])[]): string {
  const lines = rows.map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${cellOf(value)}</dd>`)
  return `<dl>${lines.join('')}</dl>`
}

function table(titles: readonly string[], rows: readonly (readonly Cell[])[]): string {
  if (rows.length === 0) return '<p>None.</p>'
  const head = titles.map((title) => `<th scope="col">${escaped(title)}</th>`).join('')
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${cellOf(cell)}</td>`).join('')}</tr>`)
  return `<table><thead><tr>${head}</tr></thead><tbody>${body.join('\n')}</tbody></table>`
}

function section(title: string, content: string, lead?: string): string {
  const words = lead === undefined ? '' : `<p>${escaped(lead)}</p>`
  return `<section><h2>${escaped(title)}</h2>${words}${content}</section>`
}

/** A part with its table; it says where it leaves rows out. */
function partSection<Row>(
  title: string,
  part: Part<Row>,
  {
    lead,
    titles,
    kept,
  }: { readonly lead: string; readonly titles: readonly string[]; readonly kept: 'first' | 'newest' },
  cells: (row: Row) => readonly Cell[],
): string {
  const more = part.hasMore
    ? `<p class="more">Only the ${kept} ${part.rows.length} are listed; there are more.</p>`
    : ''
  return section(title, table(titles, part.rows.map(cells)) + more, lead)
}

function purchase({ order, events, returned }: Evidence): string {
  const facts = fields([
    ['Order', order.id],
    ['Payment provider', order.provider],
    ['Payment ID of the provider', order.reference],
    ['Method', order.method],
    ['Amount charged', chargeText(order.charge, order)],
    ['Credited to the customer’s balance', formatMoney(order.amount)],
    ['Bonus credited with it', order.bonus === 0 ? null : formatMoney(order.bonus)],
    ['Ordered', utc(order.createdAt)],
    ['Paid', utc(order.paidAt)],
    ['Refunded so far', order.refundedMinor === 0 ? null : chargeText(order.refundedMinor, order)],
  ])
  const received = table(
    ['Received', 'Event ID of the provider'],
    events.map(({ at, event }) => [utc(at), event]),
  )
  const taken =
    returned.length === 0
      ? ''
      : `<h3>Taken back from the balance</h3>${table(
          ['Time', 'Cause', 'Amount'],
          returned.map(({ at, cause, amount }) => [utc(at), cause, formatMoney(amount)]),
        )}`
  return section('The purchase', `${facts}<h3>Notices of the provider</h3>${received}${taken}`)
}

function disputeSection({ disputes, order }: Evidence): string {
  const rows = disputes.map(({ reference, reason, minor, openedAt, dueAt, state }) => [
    reference,
    reason,
    chargeText(minor, order),
    utc(openedAt),
    utc(dueAt),
    state,
  ])
  return section('The dispute', table(['Dispute', 'Reason', 'Amount', 'Opened', 'Answer due', 'State'], rows))
}

function customer({ player, order }: Evidence): string {
  return section(
    'The customer',
    fields([
      ['Customer number', player.id],
      ['Name', player.username],
      ['Steam ID', player.steamid],
      ['Customer since', utc(player.createdAt)],
      [
        'Account age at the payment, days',
        Math.floor((Number(order.paidAt ?? order.createdAt) - Number(player.createdAt)) / 86_400_000),
      ],
    ]),
    'Customers sign in with their Steam account, and have no other way in.',
  )
}

function access(evidence: Evidence): string[] {
  return [
    partSection(
      'Confirmations',
      evidence.consents,
      {
        lead: 'At every sign-in the customer confirms to be of age, and to accept the terms in the version named.',
        titles: ['Time', 'Terms, version', '18 or older', 'Network address'],
        kept: 'newest',
      },
      ({ at, termsVersion, adult, address }) => [utc(at), termsVersion, adult ? 'confirmed' : 'not confirmed', address],
    ),
    partSection(
      'Sign-ins',
      evidence.sessions,
      {
        lead: 'Sessions that are still stored: one that ended is removed a week later.',
        titles: ['Signed in', 'Last used', 'Network address', 'Device', 'Browser as it names itself'],
        kept: 'newest',
      },
      ({ createdAt, seenAt, address, agent }) => {
        const { browser, system } = deviceNames(agent)
        const device = [browser, system].filter((name) => name !== null).join(', ')
        return [utc(createdAt), utc(seenAt), address, device, agent]
      },
    ),
  ]
}

function play(evidence: Evidence): string[] {
  return [
    partSection(
      'Deposits of the customer',
      evidence.deposits,
      {
        lead: 'All paid orders of the same customer.',
        titles: ['Paid', 'Order', 'Payment ID', 'Method', 'Charged', 'State'],
        kept: 'newest',
      },
      (order) => [
        utc(order.paidAt),
        order.id === evidence.order.id ? `${order.id} (this one)` : order.id,
        order.reference,
        order.method,
        chargeText(order.charge, order),
        order.state.replace('_', ' '),
      ],
    ),
    partSection(
      'Use of the balance after this deposit',
      evidence.movements,
      {
        lead: 'What the customer spent on games and got for items sold, from the payment on.',
        titles: ['Time', 'What', 'Amount'],
        kept: 'first',
      },
      ({ at, words, amount }) => [utc(at), words, formatMoney(amount)],
    ),
    partSection(
      'Results after this deposit',
      evidence.rolls,
      {
        lead: 'Each result follows from a server seed, whose SHA-256 the customer had before, the customer’s own seed and a counter: anyone can compute it again once the server seed is revealed.',
        titles: ['Time', 'Game', 'Roll', 'Result', 'Value', 'Counter', 'Commitment', 'Customer’s seed', 'Server seed'],
        kept: 'first',
      },
      ({ at, game, roll, n, item, won, nonce, commit, clientSeed, serverSeed }) => [
        utc(at),
        game.replace('_', ' '),
        `${roll} of ${n}`,
        item ?? (won === null ? 'nothing' : 'money'),
        won === null ? null : formatMoney(won),
        nonce,
        commit,
        clientSeed,
        serverSeed ?? 'in use',
      ],
    ),
  ]
}

function delivery(evidence: Evidence): string[] {
  return [
    partSection(
      'Deliveries after this deposit',
      evidence.deliveries,
      {
        lead: 'Items that the customer asked to be sent to their own Steam account by a trade offer.',
        titles: ['Requested', 'Item', 'Value', 'Trade offer', 'Offer sent', 'State', 'States and times'],
        kept: 'first',
      },
      ({ row, item, price, steps }) => [
        utc(row.requestedAt),
        item.market_hash_name,
        formatMoney(price),
        row.reference,
        utc(row.sentAt),
        row.state,
        steps.map(({ state, at }) => `${state} ${utc(at)}`).join('; '),
      ],
    ),
    partSection(
      'Letters',
      evidence.letters,
      {
        lead: 'What the customer and the shop wrote to each other.',
        titles: ['Time', 'From', 'Text'],
        kept: 'newest',
      },
      ({ at, author, text }) => [utc(at), author === 'player' ? 'customer' : 'shop', text],
    ),
  ]
}

const STYLE = `
  body { max-width: 1100px; margin: 24px auto; padding: 0 20px; color: #111; background: #fff; font: 14px/1.45 system-ui, sans-serif; }
  h1 { margin: 0 0 4px; font-size: 24px; } h2 { margin: 28px 0 6px; font-size: 17px; } h3 { margin: 14px 0 6px; font-size: 14px; }
  p { margin: 4px 0 8px; color: #444; }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: 3px 18px; margin: 0; } dt { color: #555; } dd { margin: 0; overflow-wrap: anywhere; }
  table { width: 100%; border-collapse: collapse; font-size: 12px; }
  th, td { padding: 4px 6px; border: 1px solid #bbb; text-align: start; vertical-align: top; overflow-wrap: anywhere; white-space: pre-line; }
  th { background: #f2f2f2; } thead { display: table-header-group; } tr { break-inside: avoid; }
  .more { font-weight: 600; color: #111; }
  @media print { @page { size: A4 landscape; margin: 12mm; } body { max-width: none; margin: 0; padding: 0; } h2 { break-after: avoid; } }`

/** Writes the file. */
export function evidenceFile(evidence: Evidence): string {
  const { site, madeAt, order } = evidence
  const title = `Evidence about payment ${order.reference ?? order.id}`
  const sections = [
    disputeSection(evidence),
    purchase(evidence),
    customer(evidence),
    ...access(evidence),
    ...play(evidence),
    ...delivery(evidence),
  ]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(title)}</title>
<style>${STYLE}
</style>
</head>
<body>
<h1>${escaped(title)}</h1>
<p>${escaped(site)} made this file from its records at ${utc(madeAt)}. All times are in UTC; amounts in US dollars where no other currency is named.</p>
${sections.join('\n')}
</body>
</html>
`
}
