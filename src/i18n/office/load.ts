// Loads the texts of the office, one language at a time: those of the frame first, those of a room with the room.
import type { Language } from '../../game/base/language.ts'
import type { OfficeTexts } from './en.ts'

const LOADERS: Readonly<Record<Language, () => Promise<{ readonly TEXTS: OfficeTexts }>>> = {
  en: () => import('./en.ts'),
  ru: () => import('./ru.ts'),
  uk: () => import('./uk.ts'),
}

/** The texts of a room by namespace, each with a loader a language. The other languages must have every key of English. */
const ROOM_LOADERS = {
  officeAlerts: {
    en: async () => (await import('../locales/en/office-alerts.json')).default,
    ru: async () => (await import('../locales/ru/office-alerts.json')).default,
    uk: async () => (await import('../locales/uk/office-alerts.json')).default,
  },
  officeAnnouncements: {
    en: async () => (await import('../locales/en/office-announcements.json')).default,
    ru: async () => (await import('../locales/ru/office-announcements.json')).default,
    uk: async () => (await import('../locales/uk/office-announcements.json')).default,
  },
  officeAudit: {
    en: async () => (await import('../locales/en/office-audit.json')).default,
    ru: async () => (await import('../locales/ru/office-audit.json')).default,
    uk: async () => (await import('../locales/uk/office-audit.json')).default,
  },
  officeBots: {
    en: async () => (await import('../locales/en/office-bots.json')).default,
    ru: async () => (await import('../locales/ru/office-bots.json')).default,
    uk: async () => (await import('../locales/uk/office-bots.json')).default,
  },
  officeBrand: {
    en: async () => (await import('../locales/en/office-brand.json')).default,
    ru: async () => (await import('../locales/ru/office-brand.json')).default,
    uk: async () => (await import('../locales/uk/office-brand.json')).default,
  },
  officeCampaigns: {
    en: async () => (await import('../locales/en/office-campaigns.json')).default,
    ru: async () => (await import('../locales/ru/office-campaigns.json')).default,
    uk: async () => (await import('../locales/uk/office-campaigns.json')).default,
  },
  officeCases: {
    en: async () => (await import('../locales/en/office-cases.json')).default,
    ru: async () => (await import('../locales/ru/office-cases.json')).default,
    uk: async () => (await import('../locales/uk/office-cases.json')).default,
  },
  officeCaseEditor: {
    en: async () => (await import('../locales/en/office-case-editor.json')).default,
    ru: async () => (await import('../locales/ru/office-case-editor.json')).default,
    uk: async () => (await import('../locales/uk/office-case-editor.json')).default,
  },
  officeCrates: {
    en: async () => (await import('../locales/en/office-crates.json')).default,
    ru: async () => (await import('../locales/ru/office-crates.json')).default,
    uk: async () => (await import('../locales/uk/office-crates.json')).default,
  },
  officeDone: {
    en: async () => (await import('../locales/en/office-done.json')).default,
    ru: async () => (await import('../locales/ru/office-done.json')).default,
    uk: async () => (await import('../locales/uk/office-done.json')).default,
  },
  officeDrafts: {
    en: async () => (await import('../locales/en/office-drafts.json')).default,
    ru: async () => (await import('../locales/ru/office-drafts.json')).default,
    uk: async () => (await import('../locales/uk/office-drafts.json')).default,
  },
  officeEditions: {
    en: async () => (await import('../locales/en/office-editions.json')).default,
    ru: async () => (await import('../locales/ru/office-editions.json')).default,
    uk: async () => (await import('../locales/uk/office-editions.json')).default,
  },
  officeEvents: {
    en: async () => (await import('../locales/en/office-events.json')).default,
    ru: async () => (await import('../locales/ru/office-events.json')).default,
    uk: async () => (await import('../locales/uk/office-events.json')).default,
  },
  officeFaults: {
    en: async () => (await import('../locales/en/office-faults.json')).default,
    ru: async () => (await import('../locales/ru/office-faults.json')).default,
    uk: async () => (await import('../locales/uk/office-faults.json')).default,
  },
  officeFields: {
    en: async () => (await import('../locales/en/office-fields.json')).default,
    ru: async () => (await import('../locales/ru/office-fields.json')).default,
    uk: async () => (await import('../locales/uk/office-fields.json')).default,
  },
  officeItems: {
    en: async () => (await import('../locales/en/office-items.json')).default,
    ru: async () => (await import('../locales/ru/office-items.json')).default,
    uk: async () => (await import('../locales/uk/office-items.json')).default,
  },
  officeLetters: {
    en: async () => (await import('../locales/en/office-letters.json')).default,
    ru: async () => (await import('../locales/ru/office-letters.json')).default,
    uk: async () => (await import('../locales/uk/office-letters.json')).default,
  },
  officePasskeys: {
    en: async () => (await import('../locales/en/office-passkeys.json')).default,
    ru: async () => (await import('../locales/ru/office-passkeys.json')).default,
    uk: async () => (await import('../locales/uk/office-passkeys.json')).default,
  },
  officePayments: {
    en: async () => (await import('../locales/en/office-payments.json')).default,
    ru: async () => (await import('../locales/ru/office-payments.json')).default,
    uk: async () => (await import('../locales/uk/office-payments.json')).default,
  },
  officePictures: {
    en: async () => (await import('../locales/en/office-pictures.json')).default,
    ru: async () => (await import('../locales/ru/office-pictures.json')).default,
    uk: async () => (await import('../locales/uk/office-pictures.json')).default,
  },
  officePlayers: {
    en: async () => (await import('../locales/en/office-players.json')).default,
    ru: async () => (await import('../locales/ru/office-players.json')).default,
    uk: async () => (await import('../locales/uk/office-players.json')).default,
  },
  officePrices: {
    en: async () => (await import('../locales/en/office-prices.json')).default,
    ru: async () => (await import('../locales/ru/office-prices.json')).default,
    uk: async () => (await import('../locales/uk/office-prices.json')).default,
  },
  officePartnerShare: {
    en: async () => (await import('../locales/en/office-partner-share.json')).default,
    ru: async () => (await import('../locales/ru/office-partner-share.json')).default,
    uk: async () => (await import('../locales/uk/office-partner-share.json')).default,
  },
  officePromo: {
    en: async () => (await import('../locales/en/office-promo.json')).default,
    ru: async () => (await import('../locales/ru/office-promo.json')).default,
    uk: async () => (await import('../locales/uk/office-promo.json')).default,
  },
  officeProposals: {
    en: async () => (await import('../locales/en/office-proposals.json')).default,
    ru: async () => (await import('../locales/ru/office-proposals.json')).default,
    uk: async () => (await import('../locales/uk/office-proposals.json')).default,
  },
  officeRewards: {
    en: async () => (await import('../locales/en/office-rewards.json')).default,
    ru: async () => (await import('../locales/ru/office-rewards.json')).default,
    uk: async () => (await import('../locales/uk/office-rewards.json')).default,
  },
  officeRewardEditor: {
    en: async () => (await import('../locales/en/office-reward-editor.json')).default,
    ru: async () => (await import('../locales/ru/office-reward-editor.json')).default,
    uk: async () => (await import('../locales/uk/office-reward-editor.json')).default,
  },
  officeSaferPlay: {
    en: async () => (await import('../locales/en/office-safer-play.json')).default,
    ru: async () => (await import('../locales/ru/office-safer-play.json')).default,
    uk: async () => (await import('../locales/uk/office-safer-play.json')).default,
  },
  officeStaff: {
    en: async () => (await import('../locales/en/office-staff.json')).default,
    ru: async () => (await import('../locales/ru/office-staff.json')).default,
    uk: async () => (await import('../locales/uk/office-staff.json')).default,
  },
  officeSwitches: {
    en: async () => (await import('../locales/en/office-switches.json')).default,
    ru: async () => (await import('../locales/ru/office-switches.json')).default,
    uk: async () => (await import('../locales/uk/office-switches.json')).default,
  },
  officeShopFaults: {
    en: async () => (await import('../locales/en/office-shop-faults.json')).default,
    ru: async () => (await import('../locales/ru/office-shop-faults.json')).default,
    uk: async () => (await import('../locales/uk/office-shop-faults.json')).default,
  },
  officeToday: {
    en: async () => (await import('../locales/en/office-today.json')).default,
    ru: async () => (await import('../locales/ru/office-today.json')).default,
    uk: async () => (await import('../locales/uk/office-today.json')).default,
  },
  officeSystem: {
    en: async () => (await import('../locales/en/office-system.json')).default,
    ru: async () => (await import('../locales/ru/office-system.json')).default,
    uk: async () => (await import('../locales/uk/office-system.json')).default,
  },
  officeVerbs: {
    en: async () => (await import('../locales/en/office-verbs.json')).default,
    ru: async () => (await import('../locales/ru/office-verbs.json')).default,
    uk: async () => (await import('../locales/uk/office-verbs.json')).default,
  },
  officeWords: {
    en: async () => (await import('../locales/en/office-words.json')).default,
    ru: async () => (await import('../locales/ru/office-words.json')).default,
    uk: async () => (await import('../locales/uk/office-words.json')).default,
  },
  officeWithdrawals: {
    en: async () => (await import('../locales/en/office-withdrawals.json')).default,
    ru: async () => (await import('../locales/ru/office-withdrawals.json')).default,
    uk: async () => (await import('../locales/uk/office-withdrawals.json')).default,
  },
  replies: {
    en: async () => (await import('./replies/en.ts')).TEXTS,
    ru: async () => (await import('./replies/ru.ts')).TEXTS,
    uk: async () => (await import('./replies/uk.ts')).TEXTS,
  },
} as const

/** The name of a namespace that rooms load. */
export type RoomNamespace = keyof typeof ROOM_LOADERS

/** The texts of all rooms, by namespace. */
export type RoomTexts = {
  readonly [Name in RoomNamespace]: Awaited<ReturnType<(typeof ROOM_LOADERS)[Name]['en']>>
}

/** Returns the texts of the frame in a language, by namespace. */
export async function loadOfficeTexts(language: Language): Promise<OfficeTexts> {
  return (await LOADERS[language]()).TEXTS
}

/** Returns a room's texts in a language. */
export function loadRoomTexts(language: Language, name: RoomNamespace): Promise<RoomTexts[RoomNamespace]> {
  return ROOM_LOADERS[name][language]()
}
