// The result: one large item, or up to ten side by side, each with its sale and its proof.
import { type ReactElement, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../game/language.ts'
import { winTier } from '../../game/win-tier.ts'
import { formatMoney } from '../../i18n/format.ts'
import { type OpenedDrop, sellDrop } from '../../stores/games/opening.ts'
import { isCalm } from '../../stores/kernel/preferences.ts'
import { Button } from '../ui/Button.tsx'
import { itemName } from '../ui/display-name.ts'
import { Icon } from '../ui/Icon.tsx'
import { ItemCard } from '../ui/ItemCard.tsx'
import { Particles } from '../ui/Particles.tsx'
import { useShown } from '../ui/Prerendered.tsx'
import { playWin } from '../ui/play-win.ts'
import { isRareWin } from '../ui/rare-win.ts'
import { useSale } from '../ui/use-sale.ts'
import { ProofLink, WonItem, WonState } from '../ui/WonItem.tsx'
import styles from './results.module.css'

interface ResultsProps {
  drops: readonly OpenedDrop[]
  demo: boolean
  /** The price of one opening, in cents. */
  casePrice: number
}

export function Results({ drops, demo, casePrice }: ResultsProps): ReactElement | null {
  const best = drops.reduce<OpenedDrop | undefined>(
    (dear, drop) => (dear && dear.price >= drop.price ? dear : drop),
    undefined,
  )
  const rare = drops.find((drop) => isRareWin(drop, casePrice))
  const sum = drops.reduce((total, { price }) => total + price, 0)

  // Plays when the result appears, not when it is sold. A result worth less than its price has no sound.
  const isShown = useShown()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each result
  useEffect(() => {
    if (!isShown) return
    playWin(winTier(sum, casePrice * drops.length))
  }, [isShown])

  if (best === undefined) return null
  const single = drops.length === 1
  return (
    <div className={styles.results} data-rarity={best.item.rarity} data-rare={rare !== undefined || undefined}>
      <div className={styles.light} />
      {rare !== undefined && !isCalm() && <Particles rarity={rare.item.rarity} />}
      {single ? <Single drop={best} demo={demo} /> : <Many drops={drops} demo={demo} />}
    </div>
  )
}

function Single({ drop, demo }: { drop: OpenedDrop; demo: boolean }): ReactElement {
  const { t } = useTranslation('case')
  const { item, price, state, rollId } = drop
  return (
    <WonItem item={item} price={price} state={state}>
      {demo ? t('demoMark') : <WonState state={state} sold={t('result.sold')} gone={t('result.gone')} />}
      {rollId !== null && <ProofLink rollId={rollId}>{t('result.proof')}</ProofLink>}
    </WonItem>
  )
}

function Many({ drops, demo }: { drops: readonly OpenedDrop[]; demo: boolean }): ReactElement {
  const { t } = useTranslation('case')
  const sum = drops.reduce((total, { price }) => total + price, 0)
  return (
    <div className={styles.many}>
      <p className={styles.sum}>{demo ? t('demoMark') : t('result.sum', { price: formatMoney(sum) })}</p>
      <ul className={styles.grid} data-count={drops.length}>
        {drops.map((drop, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the drops of an opening never move
          <li key={index} data-state={drop.state}>
            <ItemCard
              item={drop.item}
              price={drop.price}
              size="s"
              lazy={false}
              note={demo ? undefined : <DropActions drop={drop} />}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Renders the sale and the proof of one drop among several. */
function DropActions({ drop }: { drop: OpenedDrop }): ReactElement | null {
  const { t, i18n } = useTranslation(['case', 'common'])
  const settle = useSale()
  const { id, rollId } = drop
  const tabIndex = useShown() ? undefined : -1
  if (id === null) return null
  const item = itemName(drop.item, i18n.language as Language)
  const price = formatMoney(drop.price)
  return (
    <span className={styles.dropActions}>
      {drop.state === 'mine' || drop.state === 'selling' ? (
        <Button
          className={styles.sell}
          loading={drop.state === 'selling'}
          tabIndex={tabIndex}
          aria-label={t('result.sellItem', { item, price })}
          onClick={() => settle(sellDrop(id))}
        >
          {t('common:actions.sell')}
        </Button>
      ) : (
        <WonState state={drop.state} sold={t('result.sold')} gone={t('result.gone')} />
      )}
      {rollId !== null && (
        <a
          className={styles.proofSmall}
          href={`/fairness?roll=${rollId}`}
          tabIndex={tabIndex}
          aria-label={t('result.proofItem', { item })}
          title={t('result.proof')}
        >
          <Icon name="shield" size={16} />
        </a>
      )}
    </span>
  )
}
