// The missions: how far the player has come, kept up to date while he plays, and the claim of a reward.
import { atom } from 'nanostores'
import type { CaseReply, ContentView } from '../contract/case.ts'
import type { MissionClaimBody, MissionClaimReply, MissionsReply, MissionView } from '../contract/missions.ts'
import type { Localized } from '../game/language.ts'
import { get } from './api.ts'
import { createClaim } from './claim.ts'
import { claimsChanged } from './claims-changed.ts'
import { openLogin } from './modals.ts'
import { oneReading } from './one-reading.ts'
import { isStill, prepareOpening, spinFor } from './opening.ts'
import { setServerNow } from './server-clock.ts'
import { $connections } from './socket.ts'
import { toast } from './toasts.ts'
import { $user, loadUser, setBalance } from './user.ts'

export type Missions =
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  | ({ readonly status: 'ready' } & Pick<MissionsReply, 'periods' | 'missions'>)

type Claimed = Extract<MissionClaimReply, { success: true }>

/** What a claim brought. */
export type Reward = Pick<Claimed, 'prize' | 'drop' | 'rollId' | 'message'>

/** What became of the last press, and of which mission. */
export type Claiming =
  | { readonly phase: 'idle' }
  | { readonly phase: 'asking'; readonly mission: string }
  /** No answer came: nobody here knows whether it was claimed. A press asks again under the same key. */
  | { readonly phase: 'offline'; readonly mission: string }
  | { readonly phase: 'refused'; readonly mission: string; readonly message: string }
  /** The case that it brought is on the reel; what came of it is told when that stops. */
  | { readonly phase: 'opening'; readonly mission: string }
  | { readonly phase: 'claimed'; readonly mission: string; readonly reward: Reward }

export const $missions = atom<Missions>({ status: 'loading' })

export const $claiming = atom<Claiming>({ phase: 'idle' })

/** A case that opens as a reward. */
export interface RewardCase {
  readonly name: Localized
  readonly contents: readonly ContentView[]
}

/** The case on the reel, or the last one that was; null before the first. */
export const $rewardCase = atom<RewardCase | null>(null)

/** Games may come in fast: what they did is read once for those within this. */
const PLAYED_MS = 400

/** Reads the missions; asked for meanwhile, they are read once more. A failure is logged, and leaves what was there. */
export const loadMissions = oneReading(async () => {
  try {
    const { now, periods, missions } = await get<MissionsReply>('/missions')
    setServerNow(now)
    $missions.set({ status: 'ready', periods, missions })
  } catch (fault) {
    console.error('The missions could not be read', fault)
    if ($missions.get().status !== 'ready') $missions.set({ status: 'failed' })
  }
})

/** Keeps the missions up to date with who looks and what he plays, here or in another tab; returns what ends that. */
export function watchMissions(): () => void {
  let known: number | null | undefined
  let played: ReturnType<typeof setTimeout> | undefined
  const stops = [
    $user.subscribe((state) => {
      if (state.status === 'unknown') return
      const id = state.status === 'authorised' ? state.user.id : null
      if (id !== known) {
        known = id
        $claiming.set({ phase: 'idle' })
        void loadMissions()
      } else if (id !== null) {
        // Every game tells his pages the balance.
        played ??= setTimeout(() => {
          played = undefined
          void loadMissions()
        }, PLAYED_MS)
      }
    }),
    $connections.listen(() => void loadMissions()),
  ]
  return () => {
    clearTimeout(played)
    for (const stop of stops) stop()
  }
}

const ask = createClaim<Claimed>()

/** Takes away what was said of the last press. */
export function closeClaim(): void {
  $claiming.set({ phase: 'idle' })
}

/** What may lie on the reel of a reward; null where there is none to show, or the player wants results at once. */
async function rewardCase({ reward }: Pick<MissionView, 'reward'>): Promise<RewardCase | null> {
  if (reward.kind !== 'case' || isStill()) return null
  try {
    const reply = await get<CaseReply>(`/case/${encodeURIComponent(reward.case.url)}`)
    return reply.success ? { name: reply.case.name, contents: reply.case.contents } : null
  } catch (fault) {
    console.error('The case of a reward could not be read', fault)
    return null
  }
}

/** Lets the reel run for a case that was opened as a reward. */
async function showCase(id: string, shown: RewardCase | null, { drop, rollId }: Reward): Promise<void> {
  if (shown === null || rollId === null || drop === null || drop.roll === null) return
  $rewardCase.set(shown)
  $claiming.set({ phase: 'opening', mission: id })
  await spinFor({ ...drop, roll: drop.roll }, rollId)
}

/** True while a claim is on its way, or shown as it opens. */
export function isClaiming({ phase }: Claiming): boolean {
  return phase === 'asking' || phase === 'opening'
}

/** Claims the reward of a mission that is done; a case that it brings runs over the reel. A guest is asked to sign in. */
export async function claimMission(mission: Pick<MissionView, 'id' | 'period' | 'reward'>): Promise<void> {
  const { id, period } = mission
  const missions = $missions.get()
  if (missions.status !== 'ready' || isClaiming($claiming.get())) return
  if ($user.get().status !== 'authorised') {
    openLogin()
    return
  }
  $claiming.set({ phase: 'asking', mission: id })
  prepareOpening()
  const opened = rewardCase(mission)
  const body: MissionClaimBody = { period: missions.periods[period].day }
  const claimed = await ask(`/missions/${id}/claim`, body)
  if (claimed.kind !== 'answered') {
    $claiming.set(claimed.kind === 'failed' ? { phase: 'offline', mission: id } : { phase: 'idle' })
    return
  }
  const { reply, isRepeated } = claimed
  if (!reply.success) {
    $claiming.set({ phase: 'refused', mission: id, message: reply.message })
    toast('error', reply.message)
    // Claimed in another tab, or its period is over.
    await Promise.all([loadMissions(), loadUser()])
    return
  }
  const { prize, drop, rollId, message, balance } = reply
  markClaimed(id)
  setBalance(balance)
  claimsChanged()
  const reward = { prize, drop, rollId, message }
  await showCase(id, await opened, reward)
  $claiming.set({ phase: 'claimed', mission: id, reward })
  // An answer that is given again tells the balance of then.
  if (isRepeated) await loadUser()
}

function markClaimed(id: string): void {
  const shown = $missions.get()
  if (shown.status !== 'ready') return
  const missions = shown.missions.map((mission): MissionView => {
    if (mission.id !== id) return mission
    return { ...mission, standing: { progress: mission.count, claimed: true, claimable: false } }
  })
  $missions.set({ ...shown, missions })
}
