// The item that came out, on its light, with what was put in for it and the proof of its roll.
import { type ReactElement, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../game/language.ts'
import { formatCount, formatMoney } from '../../i18n/format.ts'
import type { Signed } from '../../stores/contract.ts'
import type { DropState } from '../../stores/opening.ts'
import { isCalm } from '../../stores/preferences.ts'
import { play } from '../../stores/sound.ts'
import { useShown } from '../ui/Ahead.tsx'
import { Particles } from '../ui/Particles.tsx'
import { isRareMoment } from '../ui/rare-moment.ts'
import { ProofLink, WonItem, WonState } from '../ui/WonItem.tsx'
import styles from './result.module.css'

interface ResultProps {
  readonly signed: Signed
  readonly state: DropState
}

export function Result({ signed, state }: ResultProps): ReactElement {
  const { t, i18n } = useTranslation('contract')
  const { won, table, roll } = signed
  const { rarity } = won.item
  const isRare = isRareMoment(won, table.sum)

  // The sound belongs to the moment the result appears, not to what becomes of it. What took more than it gave stays quiet.
  const isShown = useShown()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each result
  useEffect(() => {
    if (!isShown) return
    if (isRare) play('win-rare')
    else if (won.price >= table.sum) play('win')
  }, [isShown])

  return (
    <div className={styles.result} data-rarity={rarity} data-rare={isRare || undefined} data-state={state}>
      <div className={styles.light} />
      {isRare && !isCalm() && <Particles rarity={rarity} />}
      <WonItem
        item={won.item}
        price={won.price}
        state={state}
        beside={<span>{t('result.from', { sum: formatMoney(table.sum) })}</span>}
      >
        <WonState state={state} sold={t('result.sold')} gone={t('result.gone')} />
        <span>{t('result.ticket', { roll: formatCount(roll, i18n.language as Language) })}</span>
        <ProofLink rollId={won.id}>{t('result.proof')}</ProofLink>
      </WonItem>
    </div>
  )
}
