// One part of the rewards in a draft: its fields, and beside them the check of the strategies and the cost, as one types.
import { type ReactElement, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { RewardTab } from '../../../game/office/rewards.ts'
import { rewardBounds } from '../../../game/rewards/reward-bound.ts'
import type { DraftWork } from '../draft/use-draft.ts'
import type { Items } from '../items/catalogue.ts'
import { CalendarTab } from './CalendarTab.tsx'
import { Checks } from './Checks.tsx'
import { Cost } from './Cost.tsx'
import type { EditorProps } from './editor-props.ts'
import { FreeCasesTab } from './FreeCasesTab.tsx'
import { GiftsTab } from './GiftsTab.tsx'
import { LeaderboardsTab } from './LeaderboardsTab.tsx'
import { MissionsTab } from './MissionsTab.tsx'
import { RafflesTab } from './RafflesTab.tsx'
import { ReferralTab } from './ReferralTab.tsx'
import styles from './rewards.module.css'
import { REWARDS_FILE, type RewardsRecord, readRewardsFile, writeRewardsFile } from './rewards-file.ts'
import { CASES_FILE, readPrizeCases, rewardsOf } from './rewards-of.ts'
import { WheelTab } from './WheelTab.tsx'

const PAGES: Readonly<Record<RewardTab, (props: EditorProps) => ReactElement>> = {
  wheel: WheelTab,
  calendar: CalendarTab,
  missions: MissionsTab,
  'free-cases': FreeCasesTab,
  raffles: RafflesTab,
  leaderboards: LeaderboardsTab,
  referral: ReferralTab,
  gifts: GiftsTab,
}

interface RewardsEditorProps {
  tab: RewardTab
  record: RewardsRecord
  items: Items
  work: DraftWork
}

export function RewardsEditor({ tab, record, items, work }: RewardsEditorProps): ReactElement {
  const { t } = useTranslation('officeRewardEditor')
  const casesText = work.texts[CASES_FILE] ?? ''
  const before = work.inForce[REWARDS_FILE]
  const cases = useMemo(() => readPrizeCases(casesText), [casesText])
  const drafted = useMemo(() => rewardsOf(record, { items, cases }), [record, items, cases])
  const inForce = useMemo(() => {
    const old = before === undefined ? null : readRewardsFile(before)
    return old === null ? null : rewardsOf(old, { items, cases })
  }, [before, items, cases])
  const bounds = useMemo(() => rewardBounds(drafted), [drafted])
  const locked = work.lock === undefined ? undefined : t(work.lock === 'role' ? 'locked-role' : 'locked')
  const Page = PAGES[tab]
  return (
    <div className={styles.editor}>
      <div className={styles.column}>
        <Page
          record={record}
          items={items}
          cases={cases}
          bounds={bounds}
          locked={locked}
          onChange={(next) => work.setFile(REWARDS_FILE, writeRewardsFile(next))}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: where it is higher than the screen it is scrolled by keyboard */}
      <aside className={styles.beside} aria-label={t('beside')} tabIndex={0}>
        <Checks tab={tab} bounds={bounds} />
        <Cost tab={tab} drafted={drafted} inForce={inForce} />
      </aside>
    </div>
  )
}
