// Why one thing waits, and who decides: the same words on an item, on a withdrawal and in the list.
import { useStore } from '@nanostores/react'
import { type ReactElement, Suspense, use, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Wait } from '../../game/withdrawal/waiting.ts'
import { waitDecisionWords, waitReasonWords, waitRestsWords, waitText } from '../../i18n/wait-words.ts'
import { $usualTimes, wantUsualTimes } from '../../stores/account/waiting.ts'
import { lateTexts } from '../late-texts.ts'
import { Icon } from '../ui/Icon.tsx'
import { Alert } from '../ui/messages/Alert.tsx'

interface WaitWordsProps {
  readonly wait: Wait
  /** The limit from then on, in cents, where one is to rise; null for none. */
  readonly next?: number | null
}

function Words({ wait, next = null }: WaitWordsProps): ReactElement {
  const { t, i18n } = useTranslation('waiting')
  use(lateTexts(i18n, 'waiting'))
  const usual = useStore($usualTimes, { ssr: () => null })
  useEffect(wantUsualTimes, [])
  return (
    <>
      <span>{waitReasonWords(wait, { t }, next)}</span> <span>{waitDecisionWords(wait, { t, usual })}</span>
    </>
  )
}

/** Says why something waits, and who decides. */
export function WaitWords(props: WaitWordsProps): ReactElement {
  return (
    <Suspense>
      <Words {...props} />
    </Suspense>
  )
}

function Mark({ wait }: WaitWordsProps): ReactElement {
  const { t, i18n } = useTranslation('waiting')
  use(lateTexts(i18n, 'waiting'))
  const words = waitText(wait, { t, usual: useStore($usualTimes, { ssr: () => null }) })
  useEffect(wantUsualTimes, [])
  return (
    <span title={words}>
      <WaitIcon wait={wait} />
      <span className="unseen">{words}</span>
    </span>
  )
}

function AlertOfWait({ wait }: WaitWordsProps): ReactElement {
  const { t, i18n } = useTranslation('waiting')
  use(lateTexts(i18n, 'waiting'))
  useEffect(wantUsualTimes, [])
  const rests = waitRestsWords(wait, t)
  const words = waitText(wait, { t, usual: useStore($usualTimes, { ssr: () => null }) })
  return <Alert tone="warn" {...(rests === null ? {} : { title: rests })} text={words} />
}

/** Says in an alert why something waits, who decides, and what the player can do. */
export function WaitAlert(props: WaitWordsProps): ReactElement {
  return (
    <Suspense>
      <AlertOfWait {...props} />
    </Suspense>
  )
}

const WaitIcon = ({ wait }: WaitWordsProps): ReactElement => (
  <Icon name={wait.reason === 'gift' ? 'lock' : 'clock'} size={14} />
)

/** Marks an item that waits; the words are its tooltip, and for screen readers. */
export function WaitMark({ wait }: WaitWordsProps): ReactElement {
  return (
    <Suspense fallback={<WaitIcon wait={wait} />}>
      <Mark wait={wait} />
    </Suspense>
  )
}
