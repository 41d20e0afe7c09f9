// The social networks of the operator, in display order.

export const SOCIAL_NETWORKS = ['instagram', 'tiktok', 'telegram', 'x'] as const

export type SocialNetwork = (typeof SOCIAL_NETWORKS)[number]

export interface SocialLink {
  readonly network: SocialNetwork
  readonly url: string
}

/** Returns the links of the operator's accounts; networks with an empty URL are left out. */
export function socialLinks(accounts: Readonly<Record<SocialNetwork, string>>): SocialLink[] {
  return SOCIAL_NETWORKS.map((network) => ({ network, url: accounts[network] })).filter(({ url }) => url !== '')
}
