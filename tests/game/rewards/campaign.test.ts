// The texts of an advertisement's link: what is kept of them.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  CAMPAIGN_FIELDS,
  CAMPAIGN_TEXT_MOST,
  campaignInQuery,
  campaignText,
  readCampaign,
  writeCampaign,
} from '../../../src/game/rewards/campaign.ts'

const texts = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.string({ maxLength: 80 }))

describe('a text of a campaign', () => {
  it.each([
    ['Google', 'google'],
    ['  spring   sale ', 'spring sale'],
    ['весна_2026', 'весна_2026'],
    ['cpc|video-1.5s', 'cpc|video-1.5s'],
    ['a'.repeat(64), 'a'.repeat(64)],
    ['a'.repeat(65), ''],
    ['someone@example.com', ''],
    ['<script>', ''],
    ['a\u0000b', ''],
    ['a\u202eb', ''],
    ['\ud800', ''],
    ['\u{FFFD}', ''],
    ['', ''],
  ])('%j is kept as %j', (typed, kept) => {
    expect(campaignText(typed)).toBe(kept)
  })

  it('is one short line without odd signs, and the same when it is read again', () => {
    fc.assert(
      fc.property(texts, (typed) => {
        const text = campaignText(typed)
        expect(text.length).toBeLessThanOrEqual(CAMPAIGN_TEXT_MOST)
        expect(text).not.toMatch(/[\p{C}\p{Zl}\p{Zp}@<>"'`\\]/u)
        expect(campaignText(text)).toBe(text)
      }),
    )
  })
})

describe('a campaign', () => {
  it('is read from its address beside other parameters', () => {
    expect(
      campaignInQuery('?q=knife&utm_source=YouTube&utm_medium=video&utm_campaign=spring&utm_source=other'),
    ).toEqual({
      source: 'youtube',
      medium: 'video',
      campaign: 'spring',
      content: '',
      term: '',
    })
  })

  it.each(['', '?q=knife', '?utm_source=', '?utm_source=%00', '?utm_id=7', '?utm_source=%ff'])(
    'is none for %j',
    (query) => {
      expect(campaignInQuery(query)).toBeNull()
    },
  )

  it('is read as it was written, and never fails', () => {
    fc.assert(
      fc.property(fc.tuple(texts, texts, texts, texts, texts), (values) => {
        const query = new URLSearchParams(CAMPAIGN_FIELDS.map((field, place) => [`utm_${field}`, values[place] ?? '']))
        const campaign = campaignInQuery(`?${query}`)
        if (campaign !== null) expect(readCampaign(writeCampaign(campaign))).toEqual(campaign)
      }),
    )
    fc.assert(fc.property(texts, (text) => void readCampaign(text)))
  })
})
