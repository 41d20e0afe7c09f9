// What steers the stage: how many, the button to press next, the free try; and the words for everything that can stand in the way.
import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { CaseView } from '../../contract/case.ts'
import { OPEN_COUNT } from '../../game/economy.ts'
import { formatMoney } from '../../i18n/format.ts'
import { $count, $openingBeside, isBusy, open, setCount } from '../../stores/opening.ts'
import { $user } from '../../stores/user.ts'
import { Button } from '../ui/Button.tsx'
import { ObstacleLine } from '../ui/HintLine.tsx'
import { once } from '../ui/once.ts'
import { QuickSwitch } from '../ui/QuickSwitch.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import { TopUpButton } from '../ui/TopUpButton.tsx'
import { Aftermath } from './Aftermath.tsx'
import styles from './controls.module.css'
import { MainButton } from './MainButton.tsx'
import { Notice, OffNotice } from './Notice.tsx'

const COUNTS = Array.from({ length: OPEN_COUNT.most }, (_, index) => ({ value: index + 1, label: index + 1 }))

interface ControlsProps {
  shown: Pick<CaseView, 'price' | 'enabled'>
}

export function Controls({ shown }: ControlsProps): ReactElement {
  const { t } = useTranslation('case')
  const opening = useStore($openingBeside, { ssr: 'initial' })
  const count = useStore($count, { ssr: 'initial' })
  const user = useStore($user, { ssr: 'initial' })
  if (!shown.enabled) return <OffNotice />
  const total = shown.price * count
  const missing = user.status === 'authorised' ? Math.max(0, total - user.user.balance) : 0
  const short = missing > 0 && !isBusy(opening)
  return (
    <section className={styles.controls} aria-label={t('controls')}>
      <div className={styles.row}>
        <Segmented
          label={t('count')}
          options={COUNTS}
          value={count}
          onChange={setCount}
          disabled={isBusy(opening)}
          className={styles.count}
        />
      </div>
      <Notice />
      <Aftermath />
      <div className={styles.row}>
        <MainButton>
          <OpenButton total={total} missing={short ? missing : 0} />
        </MainButton>
        <Button
          size="l"
          className={styles.demo}
          disabled={opening.phase === 'spinning' || opening.phase === 'offline'}
          title={t('demoHint')}
          onClick={once(() => void open({ demo: true }))}
        >
          {opening.phase === 'result' && opening.demo ? t('demoAgain') : t('demo')}
        </Button>
        <QuickSwitch label={t('quick')} hint={t('quickHint')} size="l" />
      </div>
      <ObstacleLine
        obstacle={short ? t('short.text', { missing: formatMoney(missing), total: formatMoney(total) }) : null}
        keys={t('keys')}
      />
    </section>
  )
}

/** Opens or leads to a deposit. */
function OpenButton({ total, missing }: { total: number; missing: number }): ReactElement {
  const { t } = useTranslation('case')
  const opening = useStore($openingBeside, { ssr: 'initial' })
  if (missing > 0) {
    return (
      <TopUpButton cents={missing} className={styles.open}>
        {t('short.action', { missing: formatMoney(missing) })}
      </TopUpButton>
    )
  }
  const price = formatMoney(total)
  return (
    <Button
      tone="signal"
      size="l"
      className={styles.open}
      aria-busy={opening.phase === 'asking' || undefined}
      onClick={once(() => void open({ demo: false }))}
    >
      {opening.phase === 'result' && !opening.demo ? t('again', { price }) : t('open', { price })}
    </Button>
  )
}
