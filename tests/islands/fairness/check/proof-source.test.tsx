// The label of a proof: weaker where the server could know both seeds, and an alert where it replaced what this browser had answered.
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { LANGUAGES } from '../../../../src/game/base/language.ts'
import { textFor } from '../../../../src/i18n/text.ts'
import { Proof } from '../../../../src/islands/fairness/check/Proof.tsx'
import { island } from '../../../../src/islands/island.tsx'
import type { RollProof } from '../../../../src/protocol/fairness.ts'
import { recordOf } from '../../../../src/stores/fairness/record-of.ts'
import { rememberAnswer } from '../../../../src/stores/kernel/answered-commitments.ts'

const Shown = island(Proof)

const PROOF: RollProof = {
  id: '0196a7c2-5b1e-7d3f-8a90-1c2d3e4f5a6b',
  game: 'case',
  player: { id: 7, username: 'Vega' },
  created_at: 0,
  commit: 'a'.repeat(64),
  serverSeed: null,
  clientSeed: '0123456789abcdef',
  clientSeedSource: 'player',
  nonce: 1,
  n: 1_000_000,
  roll: 7,
  oddsHash: 'b'.repeat(64),
  odds: '{}',
  case: null,
  won: null,
}

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
  })
})

const rendered = (lang: (typeof LANGUAGES)[number], proof: RollProof): string =>
  renderToStaticMarkup(<Shown lang={lang} record={recordOf(proof)} reply={proof} />)

describe.each(LANGUAGES)('the proof of a roll in %s', (lang) => {
  const t = textFor(lang, 'fairness')

  it('is called weaker where the server could know both seeds, only there', () => {
    expect(rendered(lang, { ...PROOF, clientSeedSource: 'server' })).toContain(t('weaker.roll'))
    expect(rendered(lang, PROOF)).not.toContain(t('weaker.roll'))
  })

  it('says that the commitment was replaced', () => {
    rememberAnswer({ commit: 'c'.repeat(64), clientSeed: PROOF.clientSeed })
    expect(rendered(lang, PROOF)).toContain(t('answer.commit-replaced'))
  })

  it('says that the client seed was replaced', () => {
    rememberAnswer({ commit: PROOF.commit, clientSeed: 'mine' })
    expect(rendered(lang, PROOF)).toContain(t('answer.seed-replaced'))
  })

  it('is quiet where this browser supplied both', () => {
    rememberAnswer(PROOF)
    const html = rendered(lang, PROOF)
    for (const text of ['weaker.roll', 'answer.seed-replaced', 'answer.commit-replaced'] as const)
      expect(html).not.toContain(t(text))
  })
})
