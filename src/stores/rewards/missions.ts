// Missions: the player's progress, updated while they play, and the claim of rewards.
import { atom } from 'nanostores'
import type { MissionClaimBody, MissionClaimReply, MissionsReply, MissionView } from '../../protocol/missions.ts'
import { getWithGifts } from '../account/rewards.ts'
import { prepareRunSounds } from '../games/game-run.ts'
import { createClaim } from '../kernel/claim.ts'
import { notifyClaimsChanged } from '../kernel/claims-changed.ts'
import { openLogin } from '../kernel/modals.ts'
import { onReconnect } from '../kernel/realtime-events.ts'
import { setServerNow } from '../kernel/server-clock.ts'
import { singleFlight } from '../kernel/single-flight.ts'
import { toast } from '../kernel/toasts.ts'
import { $user, loadUser, setBalance } from '../kernel/user.ts'
import { type RewardCase, readRewardCase, spinReward } from './reward-case.ts'

export type Missions =
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  | ({ readonly status: 'ready' } & Pick<MissionsReply, 'periods' | 'missions' | 'leastStake' | 'giftRefusal'>)

type Claimed = Extract<MissionClaimReply, { success: true }>

/** The reward of a claim. */
export type Reward = Pick<Claimed, 'prize' | 'drop' | 'rollId' | 'message'>

/** The state of the last claim. */
export type Claiming =
  | { readonly phase: 'idle' }
  | { readonly phase: 'asking'; readonly mission: string }
  /** No answer came: the outcome is unknown. The next claim has the same key. */
  | { readonly phase: 'offline'; readonly mission: string }
  | { readonly phase: 'refused'; readonly mission: string; readonly message: string }
  /** The reel shows the case of the reward; its result follows. */
  | { readonly phase: 'opening'; readonly mission: string }
  | { readonly phase: 'claimed'; readonly mission: string; readonly reward: Reward }

export const $missions = atom<Missions>({ status: 'loading' })

export const $claiming = atom<Claiming>({ phase: 'idle' })

/** Games may follow each other fast: their progress is read once in this time. */
const PLAYED_MS = 400

/** Reads the missions. A failure is logged, and the known ones stay. */
export const loadMissions = singleFlight(async () => {
  try {
    const { now, periods, missions, leastStake, giftRefusal } = await getWithGifts<MissionsReply>('/missions')
    setServerNow(now)
    $missions.set({ status: 'ready', periods, missions, leastStake, giftRefusal })
  } catch (fault) {
    console.error('The missions could not be read', fault)
    if ($missions.get().status !== 'ready') $missions.set({ status: 'failed' })
  }
})

/** Keeps the missions up to date with the user and the games they play, here or in another tab; returns the function that stops it. */
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
        // Every game sets the balance of all pages of the player.
        played ??= setTimeout(() => {
          played = undefined
          void loadMissions()
        }, PLAYED_MS)
      }
    }),
    onReconnect(() => void loadMissions()),
  ]
  return () => {
    clearTimeout(played)
    for (const stop of stops) stop()
  }
}

const ask = createClaim<Claimed>()

/** Clears the state of the last claim. */
export function closeClaim(): void {
  $claiming.set({ phase: 'idle' })
}

/** Runs the reel for a case that was opened as a reward. */
async function showCase(id: string, shown: RewardCase | null, { drop, rollId }: Reward): Promise<void> {
  if (shown === null || rollId === null || drop === null || drop.roll === null) return
  $claiming.set({ phase: 'opening', mission: id })
  await spinReward(shown, { ...drop, roll: drop.roll }, rollId)
}

/** Tells whether a claim is pending or its reel runs. */
export function isClaiming({ phase }: Claiming): boolean {
  return phase === 'asking' || phase === 'opening'
}

/** Claims the reward of a completed mission; the reel shows a case. A guest is asked to sign in. */
export async function claimMission(mission: Pick<MissionView, 'id' | 'period' | 'reward'>): Promise<void> {
  const { id, period } = mission
  const missions = $missions.get()
  if (missions.status !== 'ready' || isClaiming($claiming.get())) return
  if ($user.get().status !== 'authorised') {
    openLogin()
    return
  }
  $claiming.set({ phase: 'asking', mission: id })
  prepareRunSounds()
  const opened = readRewardCase(mission.reward)
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
    // Claimed in another tab, or its period has ended.
    await Promise.all([loadMissions(), loadUser()])
    return
  }
  const { prize, drop, rollId, message, balance } = reply
  markClaimed(id)
  setBalance(balance)
  notifyClaimsChanged()
  const reward = { prize, drop, rollId, message }
  await showCase(id, await opened, reward)
  $claiming.set({ phase: 'claimed', mission: id, reward })
  // A repeated answer holds the balance of the first one.
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
