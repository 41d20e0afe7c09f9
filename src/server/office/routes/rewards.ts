// The room Rewards. What is given is a file of the shop, which drafts change (drafts.ts).
import type { RewardsReply } from '../../../protocol/office/rewards.ts'
import { readPastRewards } from '../../services/office/rewards/past.ts'
import type { OfficeApi, OfficeRouteParts } from './routes.ts'

/** Adds the calls. */
export function rewardRoutes(api: OfficeApi, { services }: OfficeRouteParts): void {
  const { figures } = services.today

  api.get('/rewards', { config: { verb: 'rewards.read' } }, (): Promise<RewardsReply> => readPastRewards(figures))
}
