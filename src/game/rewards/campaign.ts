// Where a visitor came from, as the link of an advertisement says it: five texts that anybody can write into an address.

/** The names of the parameters, without `utm_`, in the order in which they are stored. */
export const CAMPAIGN_FIELDS = ['source', 'medium', 'campaign', 'content', 'term'] as const

export type CampaignField = (typeof CAMPAIGN_FIELDS)[number]

/** Empty for what a link did not say. */
export type Campaign = Readonly<Record<CampaignField, string>>

/** The most letters of a text. */
export const CAMPAIGN_TEXT_MOST = 64

/** One line of letters, digits and signs in any script. An @ would be the address of a person; brackets and quotes are never part of a name. */
const TEXT = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]+$/u
const ODD = /[@<>"'`\\]/

/** Returns a text as it is stored, so that one campaign is one row; empty for what cannot be the name of one. */
export function campaignText(typed: string): string {
  const text = typed.normalize('NFC').replaceAll(/\s+/gu, ' ').trim().toLowerCase()
  const isName = text.length <= CAMPAIGN_TEXT_MOST && TEXT.test(text) && !ODD.test(text) && !text.includes('\u{FFFD}')
  return isName ? text : ''
}

/** Reads a campaign; null where nothing of it can be kept. */
function campaignOf(textOf: (field: CampaignField) => string | null | undefined): Campaign | null {
  const texts = CAMPAIGN_FIELDS.map((field) => [field, campaignText(textOf(field) ?? '')] as const)
  return texts.some(([, text]) => text !== '') ? (Object.fromEntries(texts) as Campaign) : null
}

/** Reads the campaign of an address's query; null for none. */
export function campaignInQuery(query: string): Campaign | null {
  if (!query.includes('utm_')) return null
  const fields = new URLSearchParams(query)
  return campaignOf((field) => fields.get(`utm_${field}`))
}

/** Writes a campaign as one text for a cookie: a line a field. */
export function writeCampaign(campaign: Campaign): string {
  return CAMPAIGN_FIELDS.map((field) => campaign[field]).join('\n')
}

/** Reads what a browser kept; null for a text that `writeCampaign` does not write. */
export function readCampaign(text: string): Campaign | null {
  const lines = text.split('\n')
  return lines.length === CAMPAIGN_FIELDS.length ? campaignOf((field) => lines[CAMPAIGN_FIELDS.indexOf(field)]) : null
}
