// What the office is made of, over the site's components.
import { and, eq } from 'drizzle-orm'
import type { Language } from '../../../game/base/language.ts'
import type { OfficeRules } from '../../../game/office/limits.ts'
import type { ExclusionWords } from '../../../game/office/safer-play.ts'
import type { Rewards } from '../../../game/rewards/rewards.ts'
import type { PromoCaseView } from '../../../protocol/office/promo.ts'
import type { AlertSenders } from '../../alerts/senders.ts'
import { recordAct } from '../../audit/record-act.ts'
import type { SiteEvents } from '../../base/events.ts'
import type { LoadedCatalogue } from '../../catalogue/loaded-catalogue.ts'
import type { Database } from '../../db/database.ts'
import { hasState } from '../../db/has-state.ts'
import { staff } from '../../db/schema-office.ts'
import { createPictureEncoder, type EncoderParts } from '../../pictures/encoder.ts'
import type { TradeProvider } from '../../trade/provider.ts'
import { createFiguresReader } from '../figures/read.ts'
import type { LetterPicturesParts } from '../letters/pictures.ts'
import { createDesk, type Done, type Wish } from './acts.ts'
import { type AlertChannels, createAlertChannels } from './alerts/channels.ts'
import { createInvitations, type Invitations } from './invitations.ts'
import { type ActSources, officeActs } from './office-acts.ts'
import { createPasskeys, type Passkeys, type PasskeysParts, type RelyingParty } from './passkeys.ts'
import { createPriceActs, type PriceActs } from './prices/acts.ts'
import type { ListDesk } from './prices/look.ts'
import { createSeenLists } from './prices/seen-lists.ts'
import { createPromoActs, type PromoActs } from './promo/acts.ts'
import { createPartnerActs, type PartnerActs } from './promo/partner-share.ts'
import { findCases, soldCase } from './promo/promo-cases.ts'
import { createProposals, type Proposals } from './proposals.ts'
import { createSaferPlayActs, type SaferPlayActs } from './safer-play-acts.ts'
import { createOfficeSessions, type OfficeSessions } from './sessions.ts'
import type { SystemSources } from './system-room.ts'
import type { TodayParts } from './today.ts'
import { createWithdrawalActs, type WithdrawalActs } from './withdrawals/acts.ts'
import type { CaseCatalogue } from './withdrawals/case-page.ts'

/** Whom one press of a sandbox's office signs in. */
const SANDBOX_OWNER = { id: '00000000-0000-7000-8000-000000000001', name: 'Sandbox', role: 'owner' } as const

/** What the office reads of the catalogue in force. */
export type OfficeCatalogue = CaseCatalogue & Pick<LoadedCatalogue, 'officeRules' | 'alertRules' | 'rewards'>

export interface OfficeParts extends ActSources {
  readonly db: Database
  readonly now: () => number
  readonly party: RelyingParty
  /** Returns what the shop is called, in files that leave it. */
  readonly siteName: () => string
  readonly log: PasskeysParts['log'] & EncoderParts['log']
  readonly mode: 'sandbox' | 'live'
  /** The time zone of the site. */
  readonly timeZone: string
  /** Tells players what acts changed. */
  readonly events: SiteEvents
  /** The catalogue in force. */
  readonly catalogue: () => OfficeCatalogue
  /** Whether withdrawals are held for a person. */
  readonly isChecking: boolean
  /** Who sends items; undefined where nobody does. */
  readonly trade: TradeProvider | undefined
  /** The ways to tell members what waits. */
  readonly senders: AlertSenders
  /** What this process says of itself. */
  readonly system: SystemSources
  /** Where lists of prices are asked for, and the rates that they are compared with. */
  readonly prices: Pick<ListDesk, 'source' | 'ratesFolder'>
}

export interface OfficeServices extends ActSources {
  readonly db: Database
  readonly siteName: () => string
  readonly system: SystemSources
  readonly now: () => number
  /** The rules of the second person, as they are now. */
  readonly rules: () => Promise<OfficeRules>
  readonly passkeys: Passkeys
  readonly sessions: OfficeSessions
  readonly invitations: Invitations
  readonly proposals: Proposals
  readonly alertChannels: AlertChannels
  /** What pictures of the staff need. */
  readonly letterPictures: LetterPicturesParts
  readonly withdrawals: {
    readonly acts: WithdrawalActs
    /** Whether withdrawals are held for a person. */
    readonly isChecking: boolean
    readonly catalogue: () => CaseCatalogue
    readonly trade: TradeProvider | undefined
  }
  readonly saferPlay: {
    readonly acts: SaferPlayActs
    /** The words for exclusions that the shop has now. */
    readonly words: () => readonly ExclusionWords[]
  }
  /** Acts about promo codes, and the rules of referrers as they are now. */
  readonly promo: PromoActs & {
    readonly rewards: () => Pick<Rewards, 'referral' | 'gifts'>
    /** Finds cases that a code may open. */
    readonly cases: (q: string) => PromoCaseView[]
  }
  readonly partners: { readonly acts: PartnerActs }
  readonly prices: { readonly desk: ListDesk; readonly acts: PriceActs }
  /** The figures of days, and what waits. */
  readonly today: TodayParts
  /** Judges an act, and runs or proposes it. */
  readonly act: (wish: Wish) => Promise<Done>
  readonly setLanguage: (staffId: string, language: Language) => Promise<void>
  /** Signs a newcomer to a sandbox in as its owner; returns the token. Live mode never calls it. */
  readonly openSandboxSession: (address: string) => Promise<string>
}

/** Makes the services of the office. */
export function createOfficeServices(parts: OfficeParts): OfficeServices {
  const { db, now, party, siteName, timeZone, log, mode, refunds, shop, events } = parts
  const { catalogue, isChecking, trade, senders, system } = parts
  /** Whoever tries a sandbox alone has nobody to approve: there no second person is asked for. */
  const isTriedAlone = async (): Promise<boolean> => {
    if (mode !== 'sandbox') return false
    const isOwner = and(eq(staff.role, 'owner'), hasState(staff.state, 'active'))
    const owners = await db.queries.select({ id: staff.id }).from(staff).where(isOwner)
    return owners.length > 0 && owners.every(({ id }) => id === SANDBOX_OWNER.id)
  }
  const rules = async (): Promise<OfficeRules> => {
    const { officeRules: read } = catalogue()
    return read.secondPerson && (await isTriedAlone()) ? { ...read, secondPerson: false } : read
  }
  const sessions = createOfficeSessions({ db, now })
  const passkeys = createPasskeys({ db, now, party, log })
  const withdrawalActs = createWithdrawalActs({ catalogue, now })
  const words = (): readonly ExclusionWords[] => catalogue().saferPlay.words
  const saferPlay = { acts: createSaferPlayActs(words), words }
  const desk = { db, shop, now, lists: createSeenLists(now), ...parts.prices }
  const prices = { desk, acts: createPriceActs(desk) }
  const partners = { acts: createPartnerActs(() => catalogue().rewards.gifts, now) }
  const acts = officeActs({ ...parts, withdrawals: { acts: withdrawalActs }, saferPlay, partners, prices })
  const proposals = createProposals({ db, now, rules, events, acts })
  return {
    db,
    now,
    siteName,
    system,
    refunds,
    shop,
    rules,
    passkeys,
    sessions,
    invitations: createInvitations({ db, now, passkeys }),
    proposals,
    alertChannels: createAlertChannels({ db, now, senders, timeZone, rules: () => catalogue().alertRules }),
    letterPictures: { db, now, encoder: createPictureEncoder({ log }) },
    withdrawals: { acts: withdrawalActs, isChecking, catalogue, trade },
    saferPlay,
    partners,
    prices,
    promo: {
      ...createPromoActs(
        () => catalogue().rewards.gifts,
        (url) => soldCase(catalogue(), url, now()),
        now,
      ),
      rewards: () => catalogue().rewards,
      cases: (q) => findCases(catalogue(), q, now()),
    },
    today: { db, now, timeZone, figures: createFiguresReader({ db, now, timeZone }) },
    act: createDesk({ db, now, rules, events, propose: proposals.propose }),
    setLanguage: async (staffId, language) => {
      await db.queries.update(staff).set({ language }).where(eq(staff.id, staffId))
    },
    openSandboxSession: (address) =>
      db.transaction(async (tx) => {
        await tx.insert(staff).values(SANDBOX_OWNER).onConflictDoNothing()
        const token = await sessions.open(tx, SANDBOX_OWNER.id, address)
        const by = {
          kind: 'staff',
          name: SANDBOX_OWNER.name,
          staffId: SANDBOX_OWNER.id,
          sessionId: null,
          address,
        } as const
        await recordAct(tx, { by, verb: 'session', kind: 'staff', subject: SANDBOX_OWNER.id, after: { sandbox: true } })
        return token
      }),
  }
}
