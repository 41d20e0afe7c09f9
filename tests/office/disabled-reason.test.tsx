// Buttons that may not be pressed say why, from the one table of verbs.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { describe, expect, it } from 'vitest'
import { LANGUAGES, type Language } from '../../src/game/base/language.ts'
import { judge } from '../../src/game/office/judge.ts'
import { ROLES, type Role } from '../../src/game/office/roles.ts'
import { SUBJECT_STATES } from '../../src/game/office/subjects.ts'
import { ruleOf, VERB_NAMES } from '../../src/game/office/verbs.ts'
import { createI18n } from '../../src/i18n/i18n-instance.ts'
import { loadOfficeTexts } from '../../src/i18n/office/load.ts'
import { ActButton } from '../../src/office/session/ActButton.tsx'
import { disabledReason } from '../../src/office/session/disabled-reason.ts'
import { sessionQuery } from '../../src/office/session/session.ts'
import type { SessionReply } from '../../src/protocol/office/session.ts'

const open = async (language: Language) => createI18n(language, { ...(await loadOfficeTexts(language)) })
const english = (await open('en')).getFixedT('en', 'office')

const session = (role: Role): SessionReply => ({
  staff: { id: '019a0001-1111-7222-8333-000000000001', name: 'Ann', role, language: 'en', passkeys: 2 },
  freshUntil: null,
  endsAt: 0,
  mode: 'live',
  timeZone: 'UTC',
  alone: false,
  rules: { secondPerson: true, limits: { withdrawal: 50_000, refund: 10_000 }, caps: { correction: 1_000_000 } },
  chain: null,
  needsSecondPasskey: false,
})

async function draw(role: Role, element: ReactElement): Promise<string> {
  const queries = new QueryClient()
  queries.setQueryData(sessionQuery.queryKey, session(role))
  return renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <I18nextProvider i18n={await open('en')}>{element}</I18nextProvider>
    </QueryClientProvider>,
  )
}

describe('the reason of a button', () => {
  it('is there for all that the table refuses before the press, in every language', async () => {
    for (const language of LANGUAGES) {
      const t = (await open(language)).getFixedT(language, 'office')
      for (const verb of VERB_NAMES) {
        const { subject } = ruleOf(verb)
        for (const role of ROLES) {
          for (const state of [undefined, ...SUBJECT_STATES[subject]]) {
            const judgement = judge(verb, {
              role,
              state,
              freshUntil: Number.POSITIVE_INFINITY,
              now: 0,
              hasReason: true,
              isProposer: false,
            })
            const reason = disabledReason(verb, judgement, t, state)
            expect(reason === undefined, `${language} ${verb} ${role} ${state}: ${reason}`).toBe(judgement.may)
            // A key that has no text is shown as itself.
            expect(reason ?? '').not.toMatch(/^(disabled|roles|states)\.|\{\{/)
          }
        }
      }
    }
  })

  it('is none for what the press asks for', () => {
    for (const why of ['fresh', 'reason'] as const) {
      expect(disabledReason('staff.role', { may: false, why }, english, 'active')).toBeUndefined()
    }
  })

  it('names who may', () => {
    expect(disabledReason('staff.read', { may: false, why: 'role' }, english)).toBe(
      'Your role does not allow this. Who may: Owner, Auditor.',
    )
  })

  it('names the state, and tells proposers that another person decides', () => {
    expect(disabledReason('proposals.approve', { may: false, why: 'state' }, english, 'expired')).toBe(
      'Not possible now. State: Expired.',
    )
    expect(disabledReason('proposals.approve', { may: false, why: 'second' }, english, 'open')).toBe(
      'You proposed it: another person decides.',
    )
    expect(disabledReason('proposals.withdraw', { may: false, why: 'second' }, english, 'open')).toBe(
      'Only the person who proposed it can take it back.',
    )
  })
})

describe('a button of a verb', () => {
  it('can be pressed by who may, without a fresh assertion', async () => {
    const html = await draw('owner', <ActButton verb="staff.invite">Invite</ActButton>)
    expect(html).not.toContain('aria-disabled')
    expect(html).not.toContain('tooltip')
  })

  it('keeps the focus and says why for all others', async () => {
    const html = await draw('auditor', <ActButton verb="staff.invite">Invite</ActButton>)
    const [, described] = /aria-describedby="([^"]+)"/.exec(html) ?? []
    expect(html).toContain('aria-disabled="true"')
    expect(html).not.toMatch(/\sdisabled/)
    expect(html).toContain(`id="${described}" role="tooltip"`)
    expect(html).toContain('Your role does not allow this. Who may: Owner.')
  })

  it('asks the table about the state of its subject', async () => {
    const button = (state: string): ReactElement => (
      <ActButton verb="staff.disable" prospect={{ state }}>
        Disable
      </ActButton>
    )
    expect(await draw('owner', button('active'))).not.toContain('aria-disabled')
    expect(await draw('owner', button('disabled'))).toContain('Not possible now. State: Disabled.')
  })
})
