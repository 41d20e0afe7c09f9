// The balance in the header. While gifts are locked it opens a menu that says so, and leads to the rules.
import { useStore } from '@nanostores/react'
import { type ReactElement, type ToggleEvent, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../i18n/format.ts'
import { $gifts, loadRewards } from '../../stores/account/rewards.ts'
import { classes } from '../ui/classes.ts'
import menu from '../ui/controls/menu.module.css'
import { Icon } from '../ui/Icon.tsx'
import { LockedGifts } from '../withdrawal/LockedGifts.tsx'
import styles from './account-corner.module.css'
import { CountingBalance } from './CountingBalance.tsx'

interface BalanceProps {
  /** In US cents. */
  readonly cents: number
}

export function Balance({ cents }: BalanceProps): ReactElement {
  const { t } = useTranslation('shell')
  const gifts = useStore($gifts, { ssr: () => null })
  const id = useId()
  const amount = (
    <>
      <span className="unseen">{t('account.balance')}: </span>
      <CountingBalance cents={cents} />
    </>
  )
  if (gifts === null || gifts.locked === 0) {
    return (
      <span className={styles.balance} data-balance="">
        {amount}
      </span>
    )
  }
  // Play since the last reading has unlocked more.
  const readOnOpen = (event: ToggleEvent<HTMLDivElement>): void => {
    if (event.newState === 'open') void loadRewards()
  }
  return (
    <>
      <button
        type="button"
        className={classes(styles.balance, styles.opener)}
        data-balance=""
        popoverTarget={id}
        // Of its hidden parts browsers would make a name with spaces before the punctuation.
        aria-label={`${t('account.balance')}: ${formatMoney(cents)}. ${t('gifts.some')}`}
      >
        <Icon name="lock" size={12} />
        {amount}
      </button>
      <div id={id} popover="auto" className={classes(menu.menu, styles.gifts)} onToggle={readOnOpen}>
        <LockedGifts />
        <a className={menu.entry} href="/bonuses#gifts">
          {t('gifts.how')}
          <Icon name="chevron-right" size={14} />
        </a>
      </div>
    </>
  )
}
