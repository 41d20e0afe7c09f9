// A campaign as one parameter of an address. Its texts never have this sign (game/rewards/campaign.ts).
import type { CampaignName } from '../../../protocol/office/campaigns.ts'

const BETWEEN = '>'

/** Writes the names of a campaign as one text. */
export const keyOfCampaign = ({ source, medium, campaign }: CampaignName): string =>
  [source, medium, campaign].join(BETWEEN)

/** Reads it back; undefined for another text. */
export function campaignOfKey(key: string): CampaignName | undefined {
  const [source, medium, campaign, ...more] = key.split(BETWEEN)
  if (source === undefined || medium === undefined || campaign === undefined || more.length > 0) return undefined
  return { source, medium, campaign }
}
