/// <reference types="astro/client" />

declare namespace App {
  /** What the server hands to a page while it renders. Nothing in it belongs to a player: documents are shared by everyone. */
  interface Locals {
    /** What the shop may edit: its brand and its static pages. */
    texts: import('./content/shop-texts.ts').ShopTexts
    /** What the shop announces now. */
    announcements: Readonly<
      Record<
        import('./game/office/announcements.ts').AnnouncementPlace,
        import('./game/office/announcements.ts').Announcement | null
      >
    >
    shop: import('./protocol/shop.ts').Shop
    /** The draft whose preview it is; undefined for the pages in force. */
    preview?: { readonly draft: number; readonly title: string } | undefined
    /** A player as everyone may see him; undefined when there is none with that id. */
    profileOf: (id: number) => Promise<import('./protocol/account.ts').Profile | undefined>
    /** A result that its player published; undefined for an unknown token. */
    sharedResult: (token: string) => Promise<import('./protocol/sharing.ts').SharedResult | undefined>
    /** A battle as a guest sees it; undefined when there is none with that id. */
    battleCard: (id: string) => Promise<import('./protocol/battle.ts').BattleCard | undefined>
    /** The leaderboards as everyone may see them. */
    /** What published days say. */
    transparency: () => Promise<import('./protocol/transparency.ts').TransparencyView>
    leaderboards: () => Promise<import('./protocol/leaderboard.ts').BoardsView>
  }
}

/** The app-wide events that open dialogs, which no dialog has answered yet. */
interface WantedDialogs {
  'spacedrop:login'?: true
  'spacedrop:payment'?: true
}

interface Window {
  /** Made by a script in the head of the page (layouts/Shell.astro); pages without the shell have none. */
  wantedDialogs?: WantedDialogs
}
