// What can be done with a result, the same in every game and in one order: sell, which is the main action, then upgrade, contract, keep. After
// the sale its sum is there, with what can be done next.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../../i18n/format.ts'
import type { OwnedItem } from '../../../protocol/inventory.ts'
import { type HandoffTarget, handOffItems } from '../../../stores/inventory/item-handoff.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { singleClick } from '../../ui/controls/single-click.ts'
import { Icon } from '../../ui/Icon.tsx'
import { useShown } from '../../ui/motion/Prerendered.tsx'
import styles from './result-actions.module.css'

/** Where a game takes the items of a result: on its own page, with these items, or on this page by a function. */
type Use = readonly OwnedItem[] | (() => void)

interface ResultActionsProps {
  /** Lays the buttons out. */
  readonly className?: string | undefined
  readonly isSelling: boolean
  readonly sellWords: string
  /** @param button the place from which the coins fly */
  onSell(button: Element): void
  /** Another sale, after the main one. */
  readonly partSale?: ReactElement | null
  /** Left out where an upgrade does not take that many. */
  readonly upgrade?: Use | undefined
  readonly contract: Use
  /** Replaces the words of one item. */
  readonly keepWords?: string | undefined
  onKeep(): void
}

const USES = {
  upgrade: { icon: 'upgrade', href: '/upgrade' },
  contract: { icon: 'contracts', href: '/contracts' },
} as const

export function ResultActions(props: ResultActionsProps): ReactElement {
  const { className, isSelling, sellWords, onSell, partSale, upgrade, contract, keepWords, onKeep } = props
  const { t } = useTranslation('common')
  const tabIndex = useShown() ? undefined : -1
  return (
    <div className={className} data-result-actions="">
      <Button
        tone="signal"
        icon="sell"
        tabIndex={tabIndex}
        loading={isSelling}
        onClick={singleClick((event) => onSell(event.currentTarget))}
      >
        {sellWords}
      </Button>
      {partSale}
      {upgrade !== undefined && <UseButton game="upgrade" use={upgrade} isDisabled={isSelling} tabIndex={tabIndex} />}
      <UseButton game="contract" use={contract} isDisabled={isSelling} tabIndex={tabIndex} />
      <Button icon="keep" tabIndex={tabIndex} disabled={isSelling} onClick={singleClick(onKeep)}>
        {keepWords ?? t('actions.keep')}
      </Button>
    </div>
  )
}

interface UseButtonProps {
  readonly game: HandoffTarget
  readonly use: Use
  readonly isDisabled: boolean
  readonly tabIndex: number | undefined
}

function UseButton({ game, use, isDisabled, tabIndex }: UseButtonProps): ReactElement {
  const { t } = useTranslation('common')
  const { icon, href } = USES[game]
  const words = t(`result.${game}`)
  return typeof use === 'function' ? (
    <Button icon={icon} tabIndex={tabIndex} disabled={isDisabled} onClick={singleClick(use)}>
      {words}
    </Button>
  ) : (
    <Button icon={icon} tabIndex={tabIndex} href={href} onClick={() => handOffItems(game, use)}>
      {words}
    </Button>
  )
}

interface AfterSaleProps {
  readonly className?: string | undefined
  /** What the sale gave, in US cents. */
  readonly cents: number
  /** The next action, where the page has no other. */
  readonly children?: ReactElement | undefined
}

/** Renders the sum of a sale, and what can be done next. */
export function AfterSale({ className, cents, children }: AfterSaleProps): ReactElement {
  const { t } = useTranslation('common')
  return (
    <div className={className} data-result-actions="">
      <p className={styles.sold}>
        <Icon name="check" size={16} />
        <span>{t('result.soldFor', { price: formatMoney(cents) })}</span>
      </p>
      {children}
    </div>
  )
}
