// What a member of the staff is in the shop's team.

export const ROLES = ['owner', 'finance', 'risk', 'support', 'content', 'auditor'] as const

export type Role = (typeof ROLES)[number]
