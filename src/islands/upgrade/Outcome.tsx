// What came of an upgrade, in the middle of the ring: the old items become the new one, or the light is out. Said by word and icon.
import { type ReactElement, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../game/language.ts'
import { formatCount, formatMoney } from '../../i18n/format.ts'
import type { DropState } from '../../stores/opening.ts'
import { play } from '../../stores/sound.ts'
import type { Played } from '../../stores/upgrade.ts'
import { useShown } from '../ui/Ahead.tsx'
import { CountUp } from '../ui/CountUp.tsx'
import { Icon } from '../ui/Icon.tsx'
import { ItemPicture } from '../ui/ItemPicture.tsx'
import { itemLines } from '../ui/item-lines.ts'
import { isRareMoment } from '../ui/rare-moment.ts'
import styles from './outcome.module.css'

interface OutcomeProps {
  readonly played: Played
  /** What became of the item that was won. */
  readonly state: DropState
}

export function Outcome({ played, state }: OutcomeProps): ReactElement {
  const { won, target, stake } = played
  // The sound belongs to the moment the result appears. A loss is quiet.
  const isShown = useShown()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each result
  useEffect(() => {
    if (isShown && won) play(isRareMoment(target, stake) ? 'win-rare' : 'win')
  }, [isShown])
  return won ? <Won played={played} state={state} /> : <Lost played={played} />
}

function Won({ played: { staked, target, paid }, state }: OutcomeProps): ReactElement {
  const { t, i18n } = useTranslation('upgrade')
  const { weapon, finish } = itemLines(target.item, i18n.language as Language)
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

function Lost({ played: { roll } }: { played: Played }): ReactElement {
  const { t, i18n } = useTranslation('upgrade')
  return (
    <div className={styles.lost}>
      <Icon name="close" size={32} />
      <p className={styles.lostWord}>{t('result.lost')}</p>
      <p className={styles.ticket}>{t('result.ticket', { roll: formatCount(roll, i18n.language as Language) })}</p>
    </div>
  )
}
