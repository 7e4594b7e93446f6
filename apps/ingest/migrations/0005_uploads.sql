-- What a deleted recording had in place of a URL, where its file was uploaded: that file is deleted with the rest.
alter table audio_removals add column upload text;
