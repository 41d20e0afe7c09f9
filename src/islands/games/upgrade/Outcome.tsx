// The result in the middle of the ring: the item that flies out of the ring, or the loss; told by text and icon.
import { type CSSProperties, type ReactElement, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { winTier } from '../../../game/base/win-tier.ts'
import { chanceOf } from '../../../game/cases/case.ts'
import { displayName } from '../../../game/catalogue/display-name.ts'
import { formatCount, formatMoney, formatPercent } from '../../../i18n/format.ts'
import type { PlayedUpgrade } from '../../../stores/games/upgrade.ts'
import { play } from '../../../stores/kernel/sound.ts'
import { Icon } from '../../ui/Icon.tsx'
import { ItemPicture } from '../../ui/items/ItemPicture.tsx'
import { CountUp } from '../../ui/money/CountUp.tsx'
import { Profit } from '../../ui/money/Profit.tsx'
import { useShown } from '../../ui/motion/Prerendered.tsx'
import { playWin, prepareWin } from '../../ui/motion/play-win.ts'
import styles from './outcome.module.css'
import { angleOf } from './ring.ts'

interface OutcomeProps {
  readonly played: PlayedUpgrade
}

export function Outcome({ played }: OutcomeProps): ReactElement {
  const { won, target, stake } = played
  // Plays when the result appears.
  const isShown = useShown()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each result
  useEffect(() => {
    const tier = winTier(target.price, stake)
    if (!isShown) {
      if (won) prepareWin(tier)
      return
    }
    if (won) playWin(tier)
    else play('loss')
  }, [isShown])
  return won ? <Won played={played} /> : <Lost played={played} />
}

/** Returns where the pointer stands, from the middle of the ring: the item flies from there. */
function startOfFlight(roll: number): CSSProperties {
  const angle = (angleOf(roll) * Math.PI) / 180
  const at = (share: number): string => `${(44 * share).toFixed(1)}cqw`
  return { '--from-x': at(Math.sin(angle)), '--from-y': at(-Math.cos(angle)) } as CSSProperties
}

function Won({ played: { staked, target, stake, paid, roll, state } }: OutcomeProps): ReactElement {
  const { t, i18n } = useTranslation('upgrade')
  const { weapon, finish } = displayName(target.item, i18n.language as Language)
  return (
    <div className={styles.won} data-state={state} style={startOfFlight(roll)}>
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
      <CountUp cents={target.price} tier={winTier(target.price, stake)} className={styles.price} />
      <p className={styles.profit}>
        <Profit won={target.price} paid={stake} />
      </p>
    </div>
  )
}

function Lost({ played }: { played: PlayedUpgrade }): ReactElement {
  const { t, i18n } = useTranslation('upgrade')
  const language = i18n.language as Language
  return (
    <div className={styles.lost}>
      <Icon name="close" size={32} />
      <p className={styles.lostWord}>{t('result.lost')}</p>
      <p className={styles.ticket}>{t('result.ticket', { roll: formatCount(played.roll, language) })}</p>
      <p className={styles.chance}>
        {t('result.chance', { chance: formatPercent(chanceOf(played.to - played.from + 1), language) })}
      </p>
    </div>
  )
}
