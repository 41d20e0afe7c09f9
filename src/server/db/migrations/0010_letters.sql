CREATE TABLE "letter_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"letter_id" uuid NOT NULL,
	"player_id" integer NOT NULL,
	"author" text NOT NULL,
	"staff_id" uuid,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "message_author_known" CHECK (author in ('player', 'shop')),
	CONSTRAINT "message_kind_known" CHECK (kind in ('message', 'appeal', 'decision')),
	CONSTRAINT "message_of_staff" CHECK ("letter_messages"."author" = 'shop' or "letter_messages"."staff_id" is null)
);
--> statement-breakpoint
CREATE TABLE "letter_pictures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"player_id" integer NOT NULL,
	"letter_id" uuid,
	"message_id" uuid,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "picture_in_message" CHECK (("letter_pictures"."letter_id" is null) = ("letter_pictures"."message_id" is null))
);
--> statement-breakpoint
CREATE TABLE "letters" (
	"id" uuid PRIMARY KEY NOT NULL,
	"player_id" integer NOT NULL,
	"about_kind" text NOT NULL,
	"about_id" uuid,
	"state" text NOT NULL,
	"opened_by" text NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"staff_id" uuid,
	"appealed_at" timestamp with time zone,
	"decider_ids" uuid[] DEFAULT '{}' NOT NULL,
	"appeal_staff_id" uuid,
	CONSTRAINT "letter_subject_known" CHECK (about_kind in ('player', 'withdrawal', 'order')),
	CONSTRAINT "letter_state_known" CHECK (state in ('waiting', 'answered', 'closed')),
	CONSTRAINT "letter_opener_known" CHECK (opened_by in ('player', 'shop')),
	CONSTRAINT "letter_subject_named" CHECK (("letters"."about_kind" = 'player') = ("letters"."about_id" is null)),
	CONSTRAINT "letter_appeal_begun" CHECK ("letters"."appeal_staff_id" is null or "letters"."appealed_at" is not null),
	CONSTRAINT "letter_appeal_of_another" CHECK (not ("letters"."appeal_staff_id" = any ("letters"."decider_ids")))
);
--> statement-breakpoint
ALTER TABLE "letter_messages" ADD CONSTRAINT "letter_messages_letter_id_letters_id_fk" FOREIGN KEY ("letter_id") REFERENCES "public"."letters"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letter_messages" ADD CONSTRAINT "letter_messages_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letter_messages" ADD CONSTRAINT "letter_messages_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letter_pictures" ADD CONSTRAINT "letter_pictures_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letter_pictures" ADD CONSTRAINT "letter_pictures_letter_id_letters_id_fk" FOREIGN KEY ("letter_id") REFERENCES "public"."letters"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letters" ADD CONSTRAINT "letters_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letters" ADD CONSTRAINT "letters_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letters" ADD CONSTRAINT "letters_appeal_staff_id_staff_id_fk" FOREIGN KEY ("appeal_staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "letter_messages_of_letter" ON "letter_messages" USING btree ("letter_id","id");--> statement-breakpoint
CREATE INDEX "letter_messages_of_player" ON "letter_messages" USING btree ("player_id","id");--> statement-breakpoint
CREATE INDEX "letter_pictures_of_letter" ON "letter_pictures" USING btree ("letter_id");--> statement-breakpoint
CREATE INDEX "letter_pictures_of_player" ON "letter_pictures" USING btree ("player_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_letter_a_subject" ON "letters" USING btree ("about_id") WHERE "letters"."state" <> 'closed';--> statement-breakpoint
CREATE UNIQUE INDEX "one_appeal_a_subject" ON "letters" USING btree ("about_id") WHERE "letters"."appealed_at" is not null;--> statement-breakpoint
CREATE INDEX "letters_of_player" ON "letters" USING btree ("player_id","id");--> statement-breakpoint
CREATE INDEX "letters_by_state" ON "letters" USING btree ("state","since","id");--> statement-breakpoint
CREATE INDEX "letters_by_kind" ON "letters" USING btree ("state","about_kind","since","id");--> statement-breakpoint
CREATE INDEX "letters_of_staff" ON "letters" USING btree ("staff_id","state","since","id");--> statement-breakpoint
CREATE INDEX "letters_appealed" ON "letters" USING btree ("state","since","id") WHERE "letters"."appealed_at" is not null;--> statement-breakpoint
-- Encoded pictures do not become smaller.
ALTER TABLE "letter_pictures" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "letters", "letter_pictures" TO spacedrop_app;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON "letter_messages" TO spacedrop_app;
