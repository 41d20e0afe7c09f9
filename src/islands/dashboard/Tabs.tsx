// The tabs below the head. Which one is shown stands in the address; the arrows move between them.
import { type KeyboardEvent, type ReactElement, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../ui/Icon.tsx'
import { RoomPanel } from './RoomPanel.tsx'
import { ROOM_ICONS, ROOMS, type Room, roomAfter, roomIn } from './rooms.ts'
import styles from './tabs.module.css'

const tabId = (room: Room): string => `tab-${room}`
const panelId = (room: Room): string => `panel-${room}`

/** The tab on show, and how to show another one. */
function useRoom(): [Room, (room: Room) => void] {
  const [room, setRoom] = useState<Room>(() => roomIn(location.search))
  useEffect(() => {
    const moved = (): void => setRoom(roomIn(location.search))
    window.addEventListener('popstate', moved)
    return () => window.removeEventListener('popstate', moved)
  }, [])
  const show = (next: Room): void => {
    history.replaceState(history.state, '', `?tab=${next}`)
    setRoom(next)
  }
  return [room, show]
}

export function Tabs(): ReactElement {
  const { t } = useTranslation('dashboard')
  const [room, show] = useRoom()
  const list = useRef<HTMLDivElement>(null)
  const isMoved = useRef(false)

  // On a phone the row of tabs is wider than the screen; what stands outside of it is scrolled to.
  useLayoutEffect(() => {
    const row = list.current
    const tab = row?.querySelector<HTMLElement>(`#${tabId(room)}`)
    if (row === null || tab === null || tab === undefined) return
    row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
    if (isMoved.current) tab.focus({ preventScroll: true })
    isMoved.current = false
  }, [room])

  // Whoever was led to a tab sees it; below the head it would be out of sight on a phone.
  useEffect(() => {
    if (new URLSearchParams(location.search).has('tab')) list.current?.scrollIntoView()
  }, [])

  const move = (event: KeyboardEvent): void => {
    const next = event.altKey || event.ctrlKey || event.metaKey ? null : roomAfter(event.key, room)
    if (next === null) return
    event.preventDefault()
    isMoved.current = true
    show(next)
  }

  return (
    <div className={styles.tabs}>
      <div role="tablist" aria-label={t('tabs.label')} className={styles.list} ref={list} onKeyDown={move}>
        {ROOMS.map((name) => (
          <button
            key={name}
            id={tabId(name)}
            type="button"
            role="tab"
            className={styles.tab}
            aria-selected={name === room}
            aria-controls={name === room ? panelId(name) : undefined}
            tabIndex={name === room ? 0 : -1}
            onClick={() => show(name)}
          >
            <Icon name={ROOM_ICONS[name]} size={18} />
            {t(`tabs.${name}`)}
          </button>
        ))}
      </div>
      <div
        id={panelId(room)}
        role="tabpanel"
        aria-labelledby={tabId(room)}
        className={styles.panel}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel is a stop for the keyboard, as the pattern for tabs has it
        tabIndex={0}
      >
        <RoomPanel key={room} room={room} />
      </div>
    </div>
  )
}
