// The result in the middle of the ring: the items that became the target, or the loss; told by text and icon.
import { type ReactElement, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../game/language.ts'
import { winTier } from '../../game/win-tier.ts'
import { formatCount, formatMoney } from '../../i18n/format.ts'
import type { PlayedUpgrade } from '../../stores/games/upgrade.ts'
import { CountUp } from '../ui/CountUp.tsx'
import { displayName } from '../ui/display-name.ts'
import { Icon } from '../ui/Icon.tsx'
import { ItemPicture } from '../ui/ItemPicture.tsx'
import { useShown } from '../ui/Prerendered.tsx'
import { playWin } from '../ui/play-win.ts'
import styles from './outcome.module.css'

interface OutcomeProps {
  readonly played: PlayedUpgrade
}

export function Outcome({ played }: OutcomeProps): ReactElement {
  const { won, target, stake } = played
  // Plays when the result appears. A loss has no sound.
  const isShown = useShown()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each result
  useEffect(() => {
    if (isShown && won) playWin(winTier(target.price, stake))
  }, [isShown])
  return won ? <Won played={played} /> : <Lost played={played} />
}

function Won({ played: { staked, target, paid, state } }: OutcomeProps): ReactElement {
  const { t, i18n } = useTranslation('upgrade')
  const { weapon, finish } = displayName(target.item, i18n.language as Language)
  return (
    <div className={styles.won} data-state={state}>
      <div className={styles.change}>
        <div className={styles.old} aria-hidden="true">
          {staked.map(({ id, item }) => (
            <ItemPicture key={id} item={item} size="s" lazy={false} />
          ))}
          {paid > 0 ? <span className={styles.money}>{formatMoney(paid)}</span> : null}
        </div>
        <div className={styles.new}>
          <ItemPicture item={target.item} size="l" lazy={false} />
        </div>
      </div>
      <p className={styles.word}>
        <Icon name={state === 'gone' ? 'info' : 'check'} size={16} />
        {state === 'sold' || state === 'gone' ? t(`result.${state}`) : t('result.won')}
      </p>
      <p className={styles.name}>
        <span className={styles.weapon}>{weapon}</span>
        <span className={styles.finish}>{finish}</span>
      </p>
      <CountUp cents={target.price} className={styles.price} />
    </div>
  )
}

function Lost({ played: { roll } }: { played: PlayedUpgrade }): ReactElement {
  const { t, i18n } = useTranslation('upgrade')
  return (
    <div className={styles.lost}>
      <Icon name="close" size={32} />
      <p className={styles.lostWord}>{t('result.lost')}</p>
      <p className={styles.ticket}>{t('result.ticket', { roll: formatCount(roll, i18n.language as Language) })}</p>
    </div>
  )
}
