"""Tests that take more than half a second of processor time, all their cases together: `make test-quick` leaves them out."""

from __future__ import annotations

from typing import Final

SLOW: Final[dict[str, tuple[str, ...]]] = {
    "architecture/test_clocks.py": ("test_no_test_reads_a_clock",),
    "architecture/test_layers.py": (
        "test_a_package_imports_only_what_its_layer_allows",
        "test_generated_code_brings_no_library_with_it",
    ),
    "cli/test_missing_packages.py": ("test_a_missing_package_is_one_sentence",),
    "cli/test_projects.py": (
        "test_a_foreign_file_is_to_be_moved_away",
        "test_sources_are_files_folders_and_patterns",
    ),
    "cli/test_stamps.py": (
        "test_an_edit_of_the_idl_is_never_hidden",
        "test_an_edit_of_the_output_is_never_hidden",
    ),
    "columnar/test_against_pyarrow.py": ("test_the_corpus",),
    "columnar/test_extract.py": (
        "test_arbitrary_structs_and_their_damage",
        "test_damage_is_the_same_error",
        "test_every_path_of_real_footers",
    ),
    "columnar/test_many_footers.py": (
        "test_arbitrary_lists_never_fail",
        "test_every_damage_is_a_row_or_a_problem_just_as_decode_has_it",
        "test_many_say_what_each_says_alone",
    ),
    "columnar/test_tables.py": (
        "test_chunks_are_those_of_decode",
        "test_row_groups_files_and_key_values_are_those_of_decode",
    ),
    "docs/test_footer_sizes.py": ("test_the_tables_are_those_of_the_benchmark",),
    "docs/test_guides.py": (
        "test_a_page_holds_when_it_is_followed",
        "test_the_python_of_all_pages_passes_strict_type_checkers",
    ),
    "docs/test_readme.py": (
        "test_every_command_that_is_named_exists",
        "test_the_settings_example_generates",
    ),
    "encoding/test_commands.py": ("test_the_bar_is_on_terminals_only",),
    "encoding/test_crash.py": ("test_a_file_is_never_lost",),
    "encoding/test_damage.py": (
        "test_no_flipped_byte_gives_other_values",
        "test_no_payload_is_believed",
        "test_repair_makes_old_pages_again",
    ),
    "encoding/test_extension_damage.py": (
        "test_a_damaged_envelope_that_others_share_stays",
        "test_a_damaged_trailer_and_a_damaged_page",
        "test_a_damaged_trailer_loses_nothing",
        "test_one_flipped_bit_in_the_content",
    ),
    "encoding/test_moved_offsets.py": (
        "test_datafusion_reads_by_the_page_index",
        "test_offsets_lead_to_what_they_say",
    ),
    "encoding/test_other_readers.py": (
        "test_fastparquet_fails_as_on_every_extension_there",
        "test_reads_the_same_values",
    ),
    "encoding/test_plugins.py": ("test_the_plug_in_of_the_docs",),
    "encoding/test_ratified.py": (
        "test_every_page_has_its_crc",
        "test_ours_reads_it",
        "test_unaware_readers_refuse_it",
    ),
    "encoding/test_round_trip.py": (
        "test_every_plain_file_of_the_corpus",
        "test_every_writer",
    ),
    "encoding/test_values.py": ("test_any_table_comes_back",),
    "faults/test_concurrency.py": (
        "test_of_two_writers_at_once_one_succeeds_and_the_other_gets_a_conflict",
        "test_processes_that_append_at_once_never_lose_an_extension",
        "test_readers_see_the_old_file_or_the_new_one",
    ),
    "faults/test_s3_over_http.py": (
        "test_a_small_change_takes_few_requests",
        "test_a_table_is_found_by_the_keys_that_are_there",
        "test_another_object_and_one_that_is_there",
        "test_no_credentials_and_no_endpoint_are_one_sentence",
        "test_the_life_cycle",
        "test_what_an_object_has_beside_its_bytes_is_kept",
        "test_what_cannot_be_kept_is_a_reason_to_refuse",
    ),
    "faults/test_shim.py": ("test_the_file_is_old_or_new_whatever_call_fails",),
    "faults/test_strace.py": ("test_the_file_is_old_or_new_whatever_call_is_struck",),
    "flat/test_alignment.py": ("test_vectors_begin_where_the_schema_asks_for_it",),
    "flat/test_bombs.py": (
        "test_plain_content_is_within_the_budget",
        "test_what_is_accepted_stays_in_the_budget",
    ),
    "flat/test_emitted_flat.py": (
        "test_emitted_python",
        "test_typed",
    ),
    "flat/test_mutations.py": (
        "test_every_bit",
        "test_random_mutations",
    ),
    "flat/test_names.py": ("test_any_class_name",),
    "flat/test_native_verifier.py": ("test_arbitrary_bytes",),
    "flat/test_native_writer.py": (
        "test_any_value",
        "test_any_value_of_a_schema_with_an_identifier",
        "test_values_that_do_not_belong",
    ),
    "flat/test_round_trip.py": (
        "test_any_fixed_struct",
        "test_any_value",
    ),
    "flat/test_verifier.py": ("test_broken_rules",),
    "generated/test_corpus.py": ("test_lazy_masked_copied_and_pickled_footers_are_the_same",),
    "generated/test_damage.py": ("test_damage_is_a_value_or_a_typed_error",),
    "generated/test_evolution.py": (
        "test_every_struct_keeps_an_extension",
        "test_todays_classes_keep_all_of_the_next_version",
    ),
    "generator/flatbuffers/test_facts.py": ("test_agrees_with_what_flatc_said",),
    "generator/flatbuffers/test_resolve.py": ("test_long_chains_need_no_recursion",),
    "generator/macros/test_macro_hostile.py": (
        "test_limits",
        "test_mutations",
        "test_time_is_linear",
    ),
    "generator/python/test_determinism.py": (
        "test_another_place_hash_seed_and_locale_give_what_is_checked_in",
    ),
    "generator/python/test_emitted_details.py": (
        "test_the_comment_of_a_field_is_its_declaration_without_its_name",
    ),
    "generator/python/test_emitted_shape.py": ("test_emitted_python",),
    "generator/python/test_injection.py": ("test_hostile_idl_is_inert_or_refused",),
    "generator/python/test_replace_typed.py": (
        "test_a_wrong_name_or_type_is_an_error_of_the_type_checker",
    ),
    "generator/test_resolve.py": (
        "test_long_chains_need_no_deep_stack",
        "test_no_more_than_a_hundred_mistakes_are_told",
    ),
    "generator/test_thrift_facts.py": ("test_agrees_with_what_apache_said",),
    "generator/test_thrift_parse.py": ("test_parsing_is_linear",),
    "golden/test_diagnostics.py": (
        "test_prints_what_is_expected",
        "test_prints_what_is_expected_of_huge_files",
    ),
    "native/test_build.py": (
        "test_what_has_changed_is_built_beside_its_source",
        "test_without_a_compiler_a_line_says_that_it_runs_pure",
    ),
    "native/test_collector.py": (
        "test_a_subclass_is_tracked_and_its_cycle_is_collected",
        "test_instances_and_lists_are_not_tracked",
        "test_nothing_stays_behind",
        "test_types_that_can_hold_themselves_are_tracked",
    ),
    "native/test_core.py": (
        "test_a_process_without_the_core_passes_a_sample_of_the_tests",
        "test_a_sample_of_the_fuzzer",
    ),
    "native/test_equality.py": (
        "test_on_arbitrary_bytes",
        "test_on_real_footers",
        "test_on_what_well_behaved_writers_emit_and_on_damage",
    ),
    "native/test_other_types.py": (
        "test_every_element_as_every_type",
        "test_every_field_as_every_type",
        "test_every_key_and_value_as_every_type",
        "test_in_footers",
    ),
    "native/test_threads.py": ("test_threads_that_touch_and_write_one_tree",),
    "runtime/test_bombs.py": (
        "test_damage_at_the_end_of_much_costs_no_more_than_reading_it",
        "test_large_bombs_stay_within_the_budget",
        "test_notes_for_the_rewrite_cost_no_more_with_many_fields",
        "test_small_bombs_are_refused_at_once",
    ),
    "runtime/test_extension.py": (
        "test_append_is_linear",
        "test_append_is_what_the_sample_of_the_document_does",
        "test_strip_undoes_append",
    ),
    "runtime/test_limits.py": (
        "test_sparse_and_empty_values_are_read_whatever_their_number",
        "test_strict_limits_read_footers_of_many_columns_and_row_groups",
        "test_tables_of_many_slots_are_read_whatever_their_number",
        "test_what_is_written_is_read_under_the_default_limits",
    ),
    "runtime/test_malformed.py": (
        "test_malformed_bytes_raise_the_error_at_its_offset_and_path",
        "test_prefixes_of_malformed_bytes_raise_it_or_are_truncated",
    ),
    "runtime/test_masks.py": ("test_names_in_paths_are_those_of_the_idl",),
    "runtime/test_memory_bound.py": ("test_memory_is_bounded_by_the_size_of_the_input",),
    "runtime/test_own_field.py": ("test_it_is_read_and_written",),
    "runtime/test_properties.py": (
        "test_any_bytes_are_a_value_or_a_decode_error",
        "test_copies_are_equal_and_encode_alike",
        "test_damaged_bytes_are_a_value_or_a_decode_error",
        "test_decode_of_encode_is_the_value",
        "test_encode_of_decode_is_the_bytes_in_bulk",
        "test_encode_of_decode_is_the_bytes_of_a_well_behaved_writer",
        "test_strip_of_append_is_the_bytes",
        "test_strip_takes_an_extension_from_anywhere",
        "test_what_was_read_and_changed_is_written_as_changed",
    ),
    "runtime/test_records.py": ("test_clashing_names_keep_their_values",),
    "runtime/test_skip.py": (
        "test_every_type_is_skipped_inside_every_container",
        "test_every_type_is_skipped_two_containers_deep",
    ),
    "runtime/test_text.py": (
        "test_a_string_that_is_no_utf_8_is_read_wherever_it_stands_and_written_back",
        "test_as_bytes_it_is_read_as_it_is",
    ),
    "runtime/test_wire_vectors.py": (
        "test_a_tail_is_kept_and_written_back",
        "test_bytes_decode_to_the_value",
        "test_decode_from_starts_in_the_middle_and_says_where_it_stopped",
        "test_decode_then_encode_gives_the_bytes_back",
        "test_every_proper_prefix_is_truncated",
    ),
    "scan/test_batches.py": ("test_rows_and_bytes_are_bounded",),
    "scan/test_hostile.py": (
        "test_a_scan_does_not_import_pandas",
        "test_paths_beyond_measure_are_a_problem_of_their_file",
    ),
    "scan/test_requests.py": ("test_requests",),
    "scan/test_tables.py": ("test_chosen_columns_are_those_of_the_whole_table",),
    "toolkit/checks/test_footer_lies.py": ("test_a_lie_is_found_where_it_is",),
    "toolkit/conversion/test_compare.py": ("test_every_number_matters",),
    "toolkit/conversion/test_corpus.py": (
        "test_through_the_prototype",
        "test_through_v0",
        "test_through_v1",
        "test_v0_to_v1_is_what_thrift_to_v1_is",
    ),
    "toolkit/conversion/test_native.py": (
        "test_arbitrary_footers",
        "test_corpus",
        "test_tables_that_were_changed",
    ),
    "toolkit/conversion/test_round_trips.py": (
        "test_any_bytes_of_a_well_behaved_writer_of_another_version",
        "test_any_value_of_the_class",
        "test_footers_that_do_not",
        "test_footers_that_make_sense",
        "test_in_bulk",
        "test_one_slot_among_many",
        "test_wide_v0",
        "test_wide_v1",
    ),
    "toolkit/conversion/test_spellings.py": ("test_every_struct_can_carry_something",),
    "toolkit/forms/test_life_cycle.py": (
        "test_every_plain_file_goes_through_the_whole_life_cycle_and_back",
    ),
    "toolkit/forms/test_recover_dual.py": ("test_the_file_comes_back_byte_for_byte",),
    "toolkit/forms/test_vouched.py": (
        "test_no_flip_of_a_bit_of_the_tail_gives_other_metadata_without_a_finding",
        "test_no_flip_of_a_bit_of_the_thrift_gives_other_metadata_without_a_finding",
    ),
    "toolkit/test_corpus.py": (
        "test_of_arrow_fuzzing",
        "test_of_parquet_testing",
    ),
    "toolkit/test_exit_table.py": ("test_a_command_ends_as_the_table_says",),
    "toolkit/test_ext_corpus.py": ("test_what_goes_in_comes_out_of_every_file",),
    "toolkit/test_inspect.py": (
        "test_a_large_file_fits_a_screen",
        "test_colours_only_on_a_terminal",
    ),
    "toolkit/test_recover_search.py": (
        "test_a_footer_of_any_number_of_column_chunks_is_found",
        "test_a_hostile_body_hides_no_footer_behind_it",
        "test_the_work_grows_with_the_file_and_no_faster",
    ),
    "toolkit/test_refusals.py": ("test_size",),
    "toolkit/test_schema_tree.py": ("test_depth_costs_no_stack",),
    "toolkit/test_seal.py": ("test_every_single_flipped_bit_of_the_tail_is_noticed",),
    "toolkit/test_terminal.py": (
        "test_a_line_of_progress_vanishes",
        "test_a_pager_is_told_what_the_user_wants",
        "test_a_pager_that_is_not_there_or_is_left_early",
        "test_colors_on_a_terminal",
        "test_copying_and_searching_are_told",
        "test_errors_stand_in_the_pager",
        "test_what_is_longer_than_the_screen_is_paged",
    ),
    "toolkit/test_text.py": (
        "test_every_command_takes_it_in_every_form_and_gives_it_back",
        "test_flipped_bytes_of_texts_of_real_footers_go_there_and_back",
    ),
    "toolkit/test_width.py": (
        "test_names_are_whole_and_lines_fit_at_any_width",
        "test_what_is_printed",
    ),
    "variant/test_corpus.py": ("test_every_prefix_and_bit_flip_is_a_value_or_a_typed_error",),
    "variant/test_laws.py": (
        "test_exact_shredding_leads_back_to_the_same_bytes",
        "test_getting_from_shredded_columns_is_getting_from_the_value",
        "test_native_and_pure_agree_on_arbitrary_bytes",
        "test_native_and_pure_agree_on_columns_that_contradict_each_other",
        "test_native_and_pure_agree_on_json",
        "test_unshredding_leads_back_to_equal_values",
    ),
    "variant/test_parquet.py": ("test_plain_pyarrow_in_a_process_without_inlay_reads_structs",),
    "variant/test_path_reading.py": (
        "test_a_path_is_read_as_it_is_looked_up",
        "test_random_files_and_paths",
    ),
    "variant/test_process.py": ("test_the_process_is_as_it_was",),
    "variant/test_splicing.py": (
        "test_a_missing_column_is_added_to_files_of_every_writer",
        "test_other_columns_are_the_same_bytes",
    ),
    "variant/test_splicing_corpus.py": ("test_a_column_is_added_to_every_file",),
    "variant/test_splicing_damage.py": (
        "test_a_wrong_number_never_gives_other_pages",
        "test_chunks_that_cannot_be_moved",
    ),
    "variant/test_splicing_laws.py": ("test_every_offset_leads_to_its_pages",),
    "variant/test_wide.py": ("test_wide_values_are_canonical_and_come_back",),
}
"""Functions, by their modules below `tests`."""
