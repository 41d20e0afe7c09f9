// The result: one large item, or up to ten side by side with the actions of the chosen one.
import { memo, type ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { winTier } from '../../../game/base/win-tier.ts'
import type { OpenedDrop } from '../../../stores/games/opening.ts'
import { Profit } from '../../ui/money/Profit.tsx'
import { Celebration } from '../../ui/motion/Celebration.tsx'
import { WinEffects } from '../parts/WinEffects.tsx'
import { ProofLink, WonItem, WonState } from '../parts/WonItem.tsx'
import { mostExpensive, sumOf } from '../reel/values.ts'
import { CheckedProof } from './FairnessBadge.tsx'
import { ManyResults } from './ManyResults.tsx'
import { CaseActions } from './ResultActions.tsx'
import styles from './results.module.css'

interface ResultsProps {
  drops: readonly OpenedDrop[]
  demo: boolean
  /** The price of one opening, in cents. */
  casePrice: number
  /** Whether the page checks rolls in place. */
  checks: boolean
}

function ResultsView({ drops, demo, casePrice, checks }: ResultsProps): ReactElement | null {
  const best = drops[mostExpensive(drops)]
  const sum = sumOf(drops)
  const paid = casePrice * drops.length
  const tier = winTier(sum, paid)

  if (best === undefined) return null
  const profit = demo ? null : <Profit won={sum} paid={paid} />
  return (
    <div className={styles.results} data-rarity={best.item.rarity} data-tier={tier}>
      <Celebration tier={tier} rarity={best.item.rarity} />
      <WinEffects tier={tier} />
      {drops.length === 1 ? (
        <SingleResult drop={best} demo={demo} tier={tier} profit={profit} checks={checks} />
      ) : (
        <ManyResults drops={drops} demo={demo} tier={tier} paid={demo ? 0 : paid} profit={profit} />
      )}
      <CaseActions drops={drops} demo={demo} casePrice={casePrice} />
    </div>
  )
}

/** Is prerendered: when it is shown, only those parts render again that wait for it. */
export const Results = memo(ResultsView)

interface SingleResultProps {
  drop: OpenedDrop
  demo: boolean
  tier: ReturnType<typeof winTier>
  profit: ReactElement | null
  checks: boolean
}

function SingleResult({ drop, demo, tier, profit, checks }: SingleResultProps): ReactElement {
  const { t } = useTranslation('case')
  const { item, price, state, rollId } = drop
  return (
    <WonItem item={item} price={price} state={state} tier={tier} beside={profit}>
      {demo ? <span>{t('demoMark')}</span> : <WonState state={state} sold={t('result.sold')} gone={t('result.gone')} />}
      {rollId !== null &&
        (checks ? <CheckedProof rollId={rollId} /> : <ProofLink rollId={rollId}>{t('result.proof')}</ProofLink>)}
    </WonItem>
  )
}
