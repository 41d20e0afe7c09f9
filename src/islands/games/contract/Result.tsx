// The item that was won, with the sum that was paid for it and the proof of its roll.
import { memo, type ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { winTier } from '../../../game/base/win-tier.ts'
import { formatCount, formatMoney } from '../../../i18n/format.ts'
import type { PlayedContract } from '../../../stores/games/contract.ts'
import { Profit } from '../../ui/money/Profit.tsx'
import { Celebration } from '../../ui/motion/Celebration.tsx'
import { WinEffects } from '../parts/WinEffects.tsx'
import { ProofLink, WonItem, WonState } from '../parts/WonItem.tsx'
import styles from './result.module.css'

interface ResultProps {
  readonly played: PlayedContract
}

function ResultView({ played }: ResultProps): ReactElement {
  const { t, i18n } = useTranslation('contract')
  const { won, table, roll, state } = played
  const { rarity } = won.item
  const tier = winTier(won.price, table.sum)

  return (
    <div className={styles.result} data-rarity={rarity} data-state={state}>
      <Celebration tier={tier} rarity={rarity} />
      <WinEffects tier={tier} />
      <WonItem
        item={won.item}
        price={won.price}
        state={state}
        tier={tier}
        beside={
          <>
            <Profit won={won.price} paid={table.sum} />
            <span>{t('result.from', { sum: formatMoney(table.sum) })}</span>
          </>
        }
      >
        <WonState state={state} sold={t('result.sold')} gone={t('result.gone')} />
        <span>{t('result.ticket', { roll: formatCount(roll, i18n.language as Language) })}</span>
        <ProofLink rollId={won.id}>{t('result.proof')}</ProofLink>
      </WonItem>
    </div>
  )
}

/** Is prerendered: when it is shown, only those parts render again that wait for it. */
export const Result = memo(ResultView)
