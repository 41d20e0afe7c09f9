// A player's page as it is rendered: public data, links to proofs, and nothing of a hidden player.
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { LANGUAGES, type Language } from '../../../../src/game/base/language.ts'
import { PublicProfile } from '../../../../src/islands/account/profile/PublicProfile.tsx'
import type { Profile } from '../../../../src/protocol/account.ts'
import type { LiveDrop } from '../../../../src/protocol/live.ts'
import { redline } from '../../../stores/sample-item.ts'
import { sampleName } from '../../../support/players/sample-name.ts'

const drop = (number: number, price: number): LiveDrop => ({
  id: `0199a2f0-0000-7000-8000-00000000000${number}`,
  type: 'case',
  price,
  item: redline,
  case: { url: 'orion', image: 'orion.svg', name: sampleName('Orion') },
  proof: `/fairness?roll=0199a2f0-0000-7000-8000-00000000000${number}`,
  user: { id: 1000, username: 'Vega', avatar: '', lvl: 12 },
  created_at: 1,
})

const VEGA: Profile = {
  id: 1000,
  username: 'Vega',
  avatar: '/vega.png',
  lvl: 12,
  joined_at: new Date(2026, 0, 2).getTime(),
  best: drop(1, 1_234_567),
  badges: [],
  totals: [
    { game: 'case', played: 12_345 },
    { game: 'upgrade', played: 0 },
    { game: 'contract', played: 3 },
  ],
  recent: [drop(2, 100), drop(3, 200)],
}

const HIDDEN: Profile = { ...VEGA, username: null, avatar: null, joined_at: null, best: null, totals: [], recent: [] }

const html = (profile: Profile, lang: Language = 'en'): string =>
  renderToStaticMarkup(<PublicProfile lang={lang} profile={profile} />)

describe('a profile', () => {
  it('shows name, level, best drop, totals and recent drops', () => {
    const page = html(VEGA)
    for (const words of ['Vega', 'Level 12', '02.01.2026', '$12,345.67', '12,345', 'Orion']) {
      expect(page).toContain(words)
    }
    expect(page).toContain('src="/vega.png"')
    expect(page).toMatch(/class="[^"]*level[^>]*>12</)
  })

  it('links each drop to its proof', () => {
    const page = html(VEGA)
    for (const { proof } of [drop(1, 1), ...VEGA.recent]) expect(page).toContain(`href="${proof}"`)
  })

  it('says that given items were not drawn', () => {
    const given = { ...drop(1, 100), type: 'calendar' as const, proof: null }
    const page = html({ ...VEGA, best: given, recent: [given] })
    expect(page.match(/>Guaranteed reward</g)).toHaveLength(1)
    expect(page.match(/aria-label="Guaranteed reward"/g)).toHaveLength(1)
    expect(page).not.toContain('/fairness')
  })

  it('without drops says so', () => {
    const page = html({ ...VEGA, best: null, recent: [] })
    expect(page).toContain('Nothing won yet.')
    expect(page).toContain('No drops yet.')
  })

  it.each(LANGUAGES)('of a hidden player shows only the level, in %s', (lang) => {
    const page = html(HIDDEN, lang)
    expect(page).toContain('/assets/img/players/default.svg')
    expect(page).toMatch(/class="[^"]*level[^>]*>12</)
    expect(page).not.toContain('Vega')
    expect(page).not.toContain('/fairness')
    expect(page).not.toContain('hidden.')
  })
})
