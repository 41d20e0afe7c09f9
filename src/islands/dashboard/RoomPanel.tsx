// What a tab shows, loaded when it is first looked at; and what stands there until it has come, or when it does not.
import { type ComponentType, type ReactElement, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Nothing } from './Nothing.tsx'
import { RowsToCome } from './RowsToCome.tsx'
import { LOAD_ROOM, type Room } from './rooms.ts'

export function RoomPanel({ room }: { room: Room }): ReactElement {
  const { t } = useTranslation('dashboard')
  // In an object: React would call a function that it is given.
  const [shown, setShown] = useState<{ readonly View: ComponentType } | 'failed' | null>(null)
  useEffect(() => {
    let isGone = false
    LOAD_ROOM[room]().then(
      (View) => {
        if (!isGone) setShown({ View })
      },
      (fault: unknown) => {
        console.error(`The tab "${room}" did not load`, fault)
        if (!isGone) setShown('failed')
      },
    )
    return () => {
      isGone = true
    }
  }, [room])
  if (shown === 'failed') {
    // A browser may remember that a file did not come: only the page itself is sure to ask again.
    return <Nothing icon="alert" text={t('tabs.failed')} onRetry={() => location.reload()} />
  }
  if (shown === null) return <RowsToCome label={t('loading')} />
  return <shown.View />
}
