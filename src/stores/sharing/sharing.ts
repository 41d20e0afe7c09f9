// Publishes results of the player, and takes them back.
import type { ShareReply } from '../../protocol/sharing.ts'
import { post } from '../kernel/api.ts'
import { recheckSession } from '../kernel/paged.ts'

/**
 * Publishes a result.
 *
 * @returns the path of its page; null when that failed, which is logged
 */
export async function publishRoll(rollId: string): Promise<string | null> {
  try {
    const reply = await post<ShareReply>('/share', { roll: rollId })
    return reply.success ? reply.path : null
  } catch (fault) {
    console.error('A result could not be shared', fault)
    recheckSession(fault)
    return null
  }
}

/**
 * Takes a published result back.
 *
 * @returns false when the outcome is unknown
 */
export async function takeRollBack(rollId: string): Promise<boolean> {
  try {
    await post('/share/end', { roll: rollId })
    return true
  } catch (fault) {
    console.error('A shared result could not be taken back', fault)
    recheckSession(fault)
    return false
  }
}
