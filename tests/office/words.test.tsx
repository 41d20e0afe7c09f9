// No code without words: every event of the timeline, field of a difference and account of the ledger, in every language.
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../src/game/base/language.ts'
import { NOTIFICATION_KINDS } from '../../src/game/base/notification-kinds.ts'
import { HOUSE_ACCOUNT_NAMES, TRANSFER_KINDS } from '../../src/game/base/transfers.ts'
import { LETTER_AUTHORS } from '../../src/game/letters/letters.ts'
import { FIELDS } from '../../src/game/office/fields.ts'
import { type DecisionReason, FIXED_REASONS } from '../../src/game/office/job-reasons.ts'
import { VERB_NAMES } from '../../src/game/office/verbs.ts'
import { FREEZE_REASONS } from '../../src/game/payments/freezes.ts'
import { KEPT_REASONS } from '../../src/game/withdrawal/kept-reasons.ts'
import { HOLD_REASONS, STATE_REASONS, WITHDRAWAL_STATES } from '../../src/game/withdrawal/withdrawal.ts'
import { REVIEW_REASONS } from '../../src/game/withdrawal/withdrawal-review.ts'
import { formatMoney } from '../../src/i18n/format.ts'
import { createI18n } from '../../src/i18n/i18n-instance.ts'
import { loadOfficeTexts, loadRoomTexts, type RoomTexts } from '../../src/i18n/office/load.ts'
import { EventRemark, EventText } from '../../src/office/rooms/players/EventText.tsx'
import { useValueNode } from '../../src/office/session/difference-words.tsx'
import { jobTitle } from '../../src/office/session/job-title.ts'
import { useReasonText } from '../../src/office/session/reason-text.ts'
import { BATTLE_STATES } from '../../src/protocol/battle.ts'
import { LIMIT_WINDOWS } from '../../src/protocol/limits.ts'
import type { TimelineCode, TimelineEvent } from '../../src/protocol/office/timeline.ts'
import { ORDER_STATES } from '../../src/protocol/payment.ts'

const CODES: readonly TimelineCode[] = [
  'signIn',
  'banned',
  'unbanned',
  'note',
  'exclusion.time-out',
  'exclusion.self-exclusion',
  ...TRANSFER_KINDS.map((kind) => `transfer.${kind}` as const),
  ...ORDER_STATES.map((state) => `order.${state}` as const),
  ...WITHDRAWAL_STATES.map((state) => `withdrawal.${state}` as const),
  ...NOTIFICATION_KINDS.map((kind) => `notice.${kind}` as const),
  ...([...LETTER_AUTHORS, 'appeal', 'decision'] as const).map((what) => `letter.${what}` as const),
  ...LIMIT_WINDOWS.map((window) => `limit.${window}` as const),
  ...VERB_NAMES.map((verb) => `act.${verb}` as const),
]

const DECISION_REASONS: readonly DecisionReason[] = [
  ...new Set([...KEPT_REASONS, ...HOLD_REASONS, ...FREEZE_REASONS, ...STATE_REASONS]),
  ...(Object.keys(FIXED_REASONS) as (keyof typeof FIXED_REASONS)[]),
]

const event = (what: TimelineCode): TimelineEvent => ({
  ...{ id: 'x', at: 0, kind: 'act', what, amount: null },
  ...{ reference: '2', remark: null, by: null, acts: [] },
})

function Reason({ reason, isJob }: { reason: string; isJob: boolean }): ReactElement {
  const reasonText = useReasonText()
  return <>{reasonText(reason, isJob)}</>
}

function Value({ field, value }: { field: string; value: string }): ReactElement {
  return <>{useValueNode('withdrawal')(field, value)}</>
}

const textOf = (html: string): string => html.replaceAll(/<[^>]*>/g, '')

/** What a missing text leaves: its key, or a place that was not filled. */
const RAW = /^[a-z]+([A-Z.:-]\w*)+$|\{\{|\w:\w|\w\.\w/

describe.each(LANGUAGES)('in %s', (language) => {
  it('every event has words', async () => {
    const i18n = createI18n(language, {
      ...(await loadOfficeTexts(language)),
      officeEvents: await loadRoomTexts(language, 'officeEvents'),
      officeVerbs: await loadRoomTexts(language, 'officeVerbs'),
      replies: await loadRoomTexts(language, 'replies'),
    })
    const draw = (element: ReactElement): string =>
      textOf(renderToStaticMarkup(<I18nextProvider i18n={i18n}>{element}</I18nextProvider>))
    for (const code of CODES) {
      const text = draw(<EventText event={event(code)} />)
      expect([code, text, RAW.test(text)]).toEqual([code, expect.stringMatching(/\S/), false])
    }
  })

  it('every job that has words is named by them', async () => {
    const officeSystem = (await loadRoomTexts(language, 'officeSystem')) as RoomTexts['officeSystem']
    const i18n = createI18n(language, { officeSystem })
    const names = Object.keys(officeSystem.job)
    expect(names.filter((name) => jobTitle(name, i18n.getFixedT(language, 'officeSystem')) === name)).toEqual([])
  })

  it('a notice tells what its player read', async () => {
    const i18n = createI18n(language, { replies: await loadRoomTexts(language, 'replies') })
    const draw = (element: ReactElement): string =>
      textOf(renderToStaticMarkup(<I18nextProvider i18n={i18n}>{element}</I18nextProvider>))
    for (const kind of NOTIFICATION_KINDS) {
      const notice: TimelineEvent = { ...event(`notice.${kind}`), kind: 'notice', numbers: { amount: 1_250, level: 7 } }
      const texts = [draw(<EventText event={notice} />), draw(<EventRemark event={notice} />)]
      expect([kind, ...texts]).toEqual([kind, expect.stringMatching(/\S/), expect.stringMatching(/\S{2}.*[.!]$/)])
      expect(texts.filter((text) => /\{\{|notice\./.test(text))).toEqual([])
    }
    const debt: TimelineEvent = { ...event('notice.debt'), kind: 'notice', numbers: { amount: 1_250 } }
    expect(draw(<EventText event={debt} />)).toContain(formatMoney(1_250))
    const level: TimelineEvent = { ...event('notice.level'), kind: 'notice', numbers: { level: 7 } }
    expect(draw(<EventRemark event={level} />)).toContain('7')
  })

  it('an opening names its case, a withdrawal its item, and a sign-in its browser', async () => {
    const i18n = createI18n(language, {
      ...(await loadOfficeTexts(language)),
      officeEvents: await loadRoomTexts(language, 'officeEvents'),
      replies: await loadRoomTexts(language, 'replies'),
    })
    const draw = (element: ReactElement): string =>
      textOf(renderToStaticMarkup(<I18nextProvider i18n={i18n}>{element}</I18nextProvider>))
    const caseName = { en: 'Orion', ru: 'Орион', uk: 'Оріон' }
    const opening = draw(<EventText event={{ ...event('transfer.open'), reference: 'orion-url', caseName }} />)
    expect(opening).toContain(caseName[language])
    expect(opening).not.toContain('orion-url')
    const device = { browser: 'Firefox', system: 'Windows', address: '192.0.2.1' }
    expect(draw(<EventRemark event={{ ...event('signIn'), device }} />)).toContain('Firefox · Windows')
    const unknown = { browser: null, system: null, address: '192.0.2.1' }
    expect(draw(<EventRemark event={{ ...event('signIn'), device: unknown }} />)).toContain(
      i18n.t('officeEvents:unknown-device'),
    )
  })

  it('every field, account and reason of a check has words', async () => {
    const i18n = createI18n(language, {
      ...(await loadOfficeTexts(language)),
      officeEvents: await loadRoomTexts(language, 'officeEvents'),
      officeFields: await loadRoomTexts(language, 'officeFields'),
      replies: await loadRoomTexts(language, 'replies'),
    })
    const keys = [
      ...FIELDS.map((field) => `officeFields:fields.${field}`),
      ...HOUSE_ACCOUNT_NAMES.map((name) => `officeFields:accounts.house.${name}`),
      ...REVIEW_REASONS.map((reason) => `officeEvents:review.${reason}`),
      ...DECISION_REASONS.map((reason) => `officeEvents:reasons.${reason}`),
      ...BATTLE_STATES.map((state) => `officeEvents:battle.${state}`),
    ]
    expect(keys.filter((key) => !i18n.exists(key))).toEqual([])
  })

  it('the site’s reasons are words, and a person’s are as they were written', async () => {
    const events = await loadRoomTexts(language, 'officeEvents')
    const i18n = createI18n(language, { ...(await loadOfficeTexts(language)), officeEvents: events })
    const { review, reasons } = events as RoomTexts['officeEvents']
    const drawn = (element: ReactElement): string =>
      textOf(renderToStaticMarkup(<I18nextProvider i18n={i18n}>{element}</I18nextProvider>))
    const draw = (reason: string, isJob: boolean): string => drawn(<Reason reason={reason} isJob={isJob} />)
    expect(draw('fraud-warning', true)).toBe(reasons['fraud-warning'])
    expect(draw('no-deposit, value', true)).toBe(`${review['no-deposit']}, ${review.value}`)
    expect(draw('no-deposit, of-tomorrow', true)).toBe(`${review['no-deposit']}, of-tomorrow`)
    expect(draw(FIXED_REASONS['term-over'], true)).toBe(reasons['term-over'])
    expect(draw(FIXED_REASONS['deleted-shop'], false)).toBe(reasons['deleted-shop'])
    expect(draw('ban', false)).toBe('ban')
    const values = { review: '["no-deposit","value"]', hold: 'ban', reason: 'Ask Olha first' }
    const texts = Object.entries(values).map(([field, value]) => drawn(<Value field={field} value={value} />))
    expect(texts).toEqual([`${review['no-deposit']}, ${review.value}`, reasons.ban, 'Ask Olha first'])
  })
})
