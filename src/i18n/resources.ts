// All texts of the interface, for the server and for rendering pages. Browsers never load this file: a page contains the texts of its
// islands in its language.
import { type Language, perLanguage } from '../game/base/language.ts'
import enAlertMessages from './locales/en/alert-messages.json' with { type: 'json' }
import enAnnouncement from './locales/en/announcement.json' with { type: 'json' }
import enApp from './locales/en/app.json' with { type: 'json' }
import enBattle from './locales/en/battle.json' with { type: 'json' }
import enBattleNew from './locales/en/battle-new.json' with { type: 'json' }
import enBattleParts from './locales/en/battle-parts.json' with { type: 'json' }
import enBattleProof from './locales/en/battle-proof.json' with { type: 'json' }
import enBattles from './locales/en/battles.json' with { type: 'json' }
import enBonuses from './locales/en/bonuses.json' with { type: 'json' }
import enCalendar from './locales/en/calendar.json' with { type: 'json' }
import enCase from './locales/en/case.json' with { type: 'json' }
import enCommon from './locales/en/common.json' with { type: 'json' }
import enContent from './locales/en/content.json' with { type: 'json' }
import enContract from './locales/en/contract.json' with { type: 'json' }
import enDashboard from './locales/en/dashboard.json' with { type: 'json' }
import enDeposit from './locales/en/deposit.json' with { type: 'json' }
import enFairness from './locales/en/fairness.json' with { type: 'json' }
import enFreeCase from './locales/en/free-case.json' with { type: 'json' }
import enHints from './locales/en/hints.json' with { type: 'json' }
import enHome from './locales/en/home.json' with { type: 'json' }
import enInventory from './locales/en/inventory.json' with { type: 'json' }
import enLeaderboard from './locales/en/leaderboard.json' with { type: 'json' }
import enLetters from './locales/en/letters.json' with { type: 'json' }
import enLive from './locales/en/live.json' with { type: 'json' }
import enLogin from './locales/en/login.json' with { type: 'json' }
import enMarks from './locales/en/marks.json' with { type: 'json' }
import enMirror from './locales/en/mirror.json' with { type: 'json' }
import enMissed from './locales/en/missed.json' with { type: 'json' }
import enMissions from './locales/en/missions.json' with { type: 'json' }
import enPages from './locales/en/pages.json' with { type: 'json' }
import enPrice from './locales/en/price.json' with { type: 'json' }
import enProfile from './locales/en/profile.json' with { type: 'json' }
import enProtection from './locales/en/protection.json' with { type: 'json' }
import enProviders from './locales/en/providers.json' with { type: 'json' }
import enRaffle from './locales/en/raffle.json' with { type: 'json' }
import enReferral from './locales/en/referral.json' with { type: 'json' }
import enReplies from './locales/en/replies.json' with { type: 'json' }
import enSandbox from './locales/en/sandbox.json' with { type: 'json' }
import enSharing from './locales/en/sharing.json' with { type: 'json' }
import enShell from './locales/en/shell.json' with { type: 'json' }
import enTransparency from './locales/en/transparency.json' with { type: 'json' }
import enUpgrade from './locales/en/upgrade.json' with { type: 'json' }
import enWaiting from './locales/en/waiting.json' with { type: 'json' }
import enWheel from './locales/en/wheel.json' with { type: 'json' }
import enWithdrawal from './locales/en/withdrawal.json' with { type: 'json' }
import ruAlertMessages from './locales/ru/alert-messages.json' with { type: 'json' }
import ruAnnouncement from './locales/ru/announcement.json' with { type: 'json' }
import ruApp from './locales/ru/app.json' with { type: 'json' }
import ruBattle from './locales/ru/battle.json' with { type: 'json' }
import ruBattleNew from './locales/ru/battle-new.json' with { type: 'json' }
import ruBattleParts from './locales/ru/battle-parts.json' with { type: 'json' }
import ruBattleProof from './locales/ru/battle-proof.json' with { type: 'json' }
import ruBattles from './locales/ru/battles.json' with { type: 'json' }
import ruBonuses from './locales/ru/bonuses.json' with { type: 'json' }
import ruCalendar from './locales/ru/calendar.json' with { type: 'json' }
import ruCase from './locales/ru/case.json' with { type: 'json' }
import ruCommon from './locales/ru/common.json' with { type: 'json' }
import ruContent from './locales/ru/content.json' with { type: 'json' }
import ruContract from './locales/ru/contract.json' with { type: 'json' }
import ruDashboard from './locales/ru/dashboard.json' with { type: 'json' }
import ruDeposit from './locales/ru/deposit.json' with { type: 'json' }
import ruFairness from './locales/ru/fairness.json' with { type: 'json' }
import ruFreeCase from './locales/ru/free-case.json' with { type: 'json' }
import ruHints from './locales/ru/hints.json' with { type: 'json' }
import ruHome from './locales/ru/home.json' with { type: 'json' }
import ruInventory from './locales/ru/inventory.json' with { type: 'json' }
import ruLeaderboard from './locales/ru/leaderboard.json' with { type: 'json' }
import ruLetters from './locales/ru/letters.json' with { type: 'json' }
import ruLive from './locales/ru/live.json' with { type: 'json' }
import ruLogin from './locales/ru/login.json' with { type: 'json' }
import ruMarks from './locales/ru/marks.json' with { type: 'json' }
import ruMirror from './locales/ru/mirror.json' with { type: 'json' }
import ruMissed from './locales/ru/missed.json' with { type: 'json' }
import ruMissions from './locales/ru/missions.json' with { type: 'json' }
import ruPages from './locales/ru/pages.json' with { type: 'json' }
import ruPrice from './locales/ru/price.json' with { type: 'json' }
import ruProfile from './locales/ru/profile.json' with { type: 'json' }
import ruProtection from './locales/ru/protection.json' with { type: 'json' }
import ruProviders from './locales/ru/providers.json' with { type: 'json' }
import ruRaffle from './locales/ru/raffle.json' with { type: 'json' }
import ruReferral from './locales/ru/referral.json' with { type: 'json' }
import ruReplies from './locales/ru/replies.json' with { type: 'json' }
import ruSandbox from './locales/ru/sandbox.json' with { type: 'json' }
import ruSharing from './locales/ru/sharing.json' with { type: 'json' }
import ruShell from './locales/ru/shell.json' with { type: 'json' }
import ruTransparency from './locales/ru/transparency.json' with { type: 'json' }
import ruUpgrade from './locales/ru/upgrade.json' with { type: 'json' }
import ruWaiting from './locales/ru/waiting.json' with { type: 'json' }
import ruWheel from './locales/ru/wheel.json' with { type: 'json' }
import ruWithdrawal from './locales/ru/withdrawal.json' with { type: 'json' }
import ukAlertMessages from './locales/uk/alert-messages.json' with { type: 'json' }
import ukAnnouncement from './locales/uk/announcement.json' with { type: 'json' }
import ukApp from './locales/uk/app.json' with { type: 'json' }
import ukBattle from './locales/uk/battle.json' with { type: 'json' }
import ukBattleNew from './locales/uk/battle-new.json' with { type: 'json' }
import ukBattleParts from './locales/uk/battle-parts.json' with { type: 'json' }
import ukBattleProof from './locales/uk/battle-proof.json' with { type: 'json' }
import ukBattles from './locales/uk/battles.json' with { type: 'json' }
import ukBonuses from './locales/uk/bonuses.json' with { type: 'json' }
import ukCalendar from './locales/uk/calendar.json' with { type: 'json' }
import ukCase from './locales/uk/case.json' with { type: 'json' }
import ukCommon from './locales/uk/common.json' with { type: 'json' }
import ukContent from './locales/uk/content.json' with { type: 'json' }
import ukContract from './locales/uk/contract.json' with { type: 'json' }
import ukDashboard from './locales/uk/dashboard.json' with { type: 'json' }
import ukDeposit from './locales/uk/deposit.json' with { type: 'json' }
import ukFairness from './locales/uk/fairness.json' with { type: 'json' }
import ukFreeCase from './locales/uk/free-case.json' with { type: 'json' }
import ukHints from './locales/uk/hints.json' with { type: 'json' }
import ukHome from './locales/uk/home.json' with { type: 'json' }
import ukInventory from './locales/uk/inventory.json' with { type: 'json' }
import ukLeaderboard from './locales/uk/leaderboard.json' with { type: 'json' }
import ukLetters from './locales/uk/letters.json' with { type: 'json' }
import ukLive from './locales/uk/live.json' with { type: 'json' }
import ukLogin from './locales/uk/login.json' with { type: 'json' }
import ukMarks from './locales/uk/marks.json' with { type: 'json' }
import ukMirror from './locales/uk/mirror.json' with { type: 'json' }
import ukMissed from './locales/uk/missed.json' with { type: 'json' }
import ukMissions from './locales/uk/missions.json' with { type: 'json' }
import ukPages from './locales/uk/pages.json' with { type: 'json' }
import ukPrice from './locales/uk/price.json' with { type: 'json' }
import ukProfile from './locales/uk/profile.json' with { type: 'json' }
import ukProtection from './locales/uk/protection.json' with { type: 'json' }
import ukProviders from './locales/uk/providers.json' with { type: 'json' }
import ukRaffle from './locales/uk/raffle.json' with { type: 'json' }
import ukReferral from './locales/uk/referral.json' with { type: 'json' }
import ukReplies from './locales/uk/replies.json' with { type: 'json' }
import ukSandbox from './locales/uk/sandbox.json' with { type: 'json' }
import ukSharing from './locales/uk/sharing.json' with { type: 'json' }
import ukShell from './locales/uk/shell.json' with { type: 'json' }
import ukTransparency from './locales/uk/transparency.json' with { type: 'json' }
import ukUpgrade from './locales/uk/upgrade.json' with { type: 'json' }
import ukWaiting from './locales/uk/waiting.json' with { type: 'json' }
import ukWheel from './locales/uk/wheel.json' with { type: 'json' }
import ukWithdrawal from './locales/uk/withdrawal.json' with { type: 'json' }
import { nonBreakingTexts } from './typography.ts'

const en = {
  common: enCommon,
  shell: enShell,
  pages: enPages,
  profile: enProfile,
  protection: enProtection,
  login: enLogin,
  leaderboard: enLeaderboard,
  letters: enLetters,
  live: enLive,
  home: enHome,
  case: enCase,
  inventory: enInventory,
  transparency: enTransparency,
  upgrade: enUpgrade,
  withdrawal: enWithdrawal,
  alertMessages: enAlertMessages,
  waiting: enWaiting,
  price: enPrice,
  mirror: enMirror,
  app: enApp,
  battle: enBattle,
  battleNew: enBattleNew,
  battleParts: enBattleParts,
  battleProof: enBattleProof,
  battles: enBattles,
  bonuses: enBonuses,
  freeCase: enFreeCase,
  wheel: enWheel,
  calendar: enCalendar,
  missions: enMissions,
  marks: enMarks,
  missed: enMissed,
  hints: enHints,
  raffle: enRaffle,
  referral: enReferral,

  fairness: enFairness,
  content: enContent,
  contract: enContract,
  dashboard: enDashboard,
  deposit: enDeposit,
  providers: enProviders,
  replies: enReplies,
  announcement: enAnnouncement,
  sandbox: enSandbox,
  sharing: enSharing,
}

/** The texts of one language by namespace. The other languages must have every key of English. */
export type Resources = typeof en

export type Namespace = keyof Resources

const TEXTS: Readonly<Record<Language, Resources>> = {
  en,
  ru: {
    common: ruCommon,
    shell: ruShell,
    pages: ruPages,
    profile: ruProfile,
    protection: ruProtection,
    login: ruLogin,
    leaderboard: ruLeaderboard,
    letters: ruLetters,
    live: ruLive,
    home: ruHome,
    case: ruCase,
    inventory: ruInventory,
    transparency: ruTransparency,
    upgrade: ruUpgrade,
    withdrawal: ruWithdrawal,
    alertMessages: ruAlertMessages,
    waiting: ruWaiting,
    price: ruPrice,
    mirror: ruMirror,
    app: ruApp,
    battle: ruBattle,
    battleNew: ruBattleNew,
    battleParts: ruBattleParts,
    battleProof: ruBattleProof,
    battles: ruBattles,
    bonuses: ruBonuses,
    freeCase: ruFreeCase,
    wheel: ruWheel,
    calendar: ruCalendar,
    missions: ruMissions,
    marks: ruMarks,
    missed: ruMissed,
    hints: ruHints,
    raffle: ruRaffle,
    referral: ruReferral,
    fairness: ruFairness,
    content: ruContent,
    contract: ruContract,
    dashboard: ruDashboard,
    deposit: ruDeposit,
    providers: ruProviders,
    replies: ruReplies,
    announcement: ruAnnouncement,
    sandbox: ruSandbox,
    sharing: ruSharing,
  },
  uk: {
    common: ukCommon,
    shell: ukShell,
    pages: ukPages,
    profile: ukProfile,
    protection: ukProtection,
    login: ukLogin,
    leaderboard: ukLeaderboard,
    letters: ukLetters,
    live: ukLive,
    home: ukHome,
    case: ukCase,
    inventory: ukInventory,
    transparency: ukTransparency,
    upgrade: ukUpgrade,
    withdrawal: ukWithdrawal,
    alertMessages: ukAlertMessages,
    waiting: ukWaiting,
    price: ukPrice,
    mirror: ukMirror,
    app: ukApp,
    battle: ukBattle,
    battleNew: ukBattleNew,
    battleParts: ukBattleParts,
    battleProof: ukBattleProof,
    battles: ukBattles,
    bonuses: ukBonuses,
    freeCase: ukFreeCase,
    wheel: ukWheel,
    calendar: ukCalendar,
    missions: ukMissions,
    marks: ukMarks,
    missed: ukMissed,
    hints: ukHints,
    raffle: ukRaffle,
    referral: ukReferral,
    fairness: ukFairness,
    content: ukContent,
    contract: ukContract,
    dashboard: ukDashboard,
    deposit: ukDeposit,
    providers: ukProviders,
    replies: ukReplies,
    announcement: ukAnnouncement,
    sandbox: ukSandbox,
    sharing: ukSharing,
  },
}

/** The texts with non-breaking spaces where they belong. */
export const RESOURCES = perLanguage((language) => nonBreakingTexts(TEXTS[language], language))
