CREATE TABLE "announcements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"place" text NOT NULL,
	"title" jsonb NOT NULL,
	"words" jsonb NOT NULL,
	"link" text,
	"dismissible" boolean NOT NULL,
	"from_at" timestamp with time zone NOT NULL,
	"until_at" timestamp with time zone,
	"author_id" uuid NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "announcement_place_known" CHECK (place in ('bar', 'banner')),
	CONSTRAINT "announcement_ends_later" CHECK ("announcements"."until_at" > "announcements"."from_at")
);
--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_author_id_staff_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "announcements_open" ON "announcements" USING btree ("until_at") WHERE "announcements"."ended_at" is null;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON "announcements" TO spacedrop_app;
