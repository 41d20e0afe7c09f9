// The networks where the site may speak outside, in the order in which they are shown.

export const SOCIAL_NETWORKS = ['instagram', 'tiktok', 'telegram', 'x'] as const

export type SocialNetwork = (typeof SOCIAL_NETWORKS)[number]

export interface SocialLink {
  readonly network: SocialNetwork
  readonly url: string
}

/** The links of the networks that the operator has an account with; an empty address is none. */
export function socialLinks(accounts: Readonly<Record<SocialNetwork, string>>): SocialLink[] {
  return SOCIAL_NETWORKS.map((network) => ({ network, url: accounts[network] })).filter(({ url }) => url !== '')
}
